internal import CredentialCore
internal import Linux
internal import Systemd

/// The `details` of SubmitPush.
struct SubmissionDetails {
  /// The request's Content-Type.
  private(set) var contentType: String?
  /// When it reached the endpoint.
  private(set) var received: Moment?
  /// The file with the request's Authorization: it may be a key that can do everything.
  private(set) var authorization: FileDescriptor?
  /// Other headers by their names in lower case.
  private(set) var headers: [String: String] = [:]

  /// Reads the members; any other key is a fault.
  init(_ fields: [BusField]) throws {
    for field in fields {
      switch (field.name, field.value) {
      case ("content_type", .string(let text)): contentType = try Self.header(text)
      case ("received_at", .int64(let milliseconds)): received = try Self.moment(milliseconds)
      case ("authorization", .descriptor(let file)): authorization = file
      case (let name, .string(let text)) where PushSubmission.headers.contains(name):
        headers[name] = try Self.header(text)
      default:
        throw BusArguments.invalid(
          "details may hold content_type (s), received_at (x), authorization (h) and of type s: "
            + PushSubmission.headers.joined(separator: ", "))
      }
    }
  }

  /// Reads what was submitted from `file`, and from that of the Authorization.
  func submission(
    of file: FileDescriptor, by caller: Caller
  ) async throws -> PushSubmission {
    let body = try await TokenReader.readBody(file)
    let proof = try await proof()
    return PushSubmission(
      body: body, contentType: contentType, authorization: proof, headers: headers,
      received: received, by: caller)
  }

  private func proof() async throws -> Secret? {
    guard let authorization else { return nil }
    return try await TokenReader.readSecret(authorization)
  }

  private static func header(_ text: String) throws -> String {
    guard text.utf8.count <= PushSubmission.longestHeader, text.firstControlCharacter == nil else {
      throw BusArguments.invalid(
        "a header has at most \(PushSubmission.longestHeader) bytes and no control characters")
    }
    return text
  }

  private static func moment(_ milliseconds: Int64) throws -> Moment {
    guard (0...253_402_300_799_999).contains(milliseconds) else {
      throw BusArguments.invalid("received_at is no number of milliseconds since 1970")
    }
    return Moment(milliseconds: milliseconds)
  }
}
