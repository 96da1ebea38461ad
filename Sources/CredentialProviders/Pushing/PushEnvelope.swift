internal import CredentialCore
internal import JOSE
internal import JSON

extension TransmitterProfile.Envelope {
  /// The token's bytes in a body as it came.
  func token(in body: [UInt8]) throws(PushRefusal) -> [UInt8] {
    guard body.count <= PushSubmission.longestBody else {
      throw PushRefusal(.tooLarge, "the body has \(body.count) bytes")
    }
    guard !body.isEmpty else { throw PushRefusal(.invalidRequest, "the body is empty") }
    switch self {
    case .bare: return Array(Self.trimmed(body[...]))
    case .member(let name): return try Self.member(name, of: body)
    case .field(let name): return try Self.field(name, of: body)
    }
  }

  private static func member(_ name: String, of body: [UInt8]) throws(PushRefusal) -> [UInt8] {
    do throws(JSONError) {
      let value = try JSONValue.parse(body, maximumBytes: PushSubmission.longestBody)
      if let text = value[name]?.string { return Array(text.utf8) }
    } catch {
      throw PushRefusal(.invalidRequest, "the body is no JSON: \(error)")
    }
    throw PushRefusal(.invalidRequest, "the body is no JSON object with a text \(name)")
  }

  private static func field(_ name: String, of body: [UInt8]) throws(PushRefusal) -> [UInt8] {
    let form = try FormFields(body)
    guard let value = try form.only(name) else {
      throw PushRefusal(.invalidRequest, "the form has no field \(name)")
    }
    return value
  }

  /// Without the space and line ends around it that a forwarding program may have added.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let start = bytes.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }
    return end.map { start[...$0] } ?? []
  }
}

/// The claims of a token that nobody has verified: for what costs less when it is seen at once.
struct UnprovenClaims {
  private let members: JSONObject

  init(_ token: CompactJWS) throws(JSONError) {
    let value = try JSONValue.parse(token.payload, maximumBytes: token.payload.count)
    members = value.object ?? JSONObject()
  }

  subscript(name: String) -> JSONValue? { members[name] }
}
