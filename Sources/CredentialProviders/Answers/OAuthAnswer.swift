internal import CredentialCore
internal import HTTP
internal import JSON

/// An answer of an OAuth endpoint, read once: what profiles judge it by (RFC 6749 §5).
struct OAuthAnswer {
  /// The endpoints whose answers are told apart.
  enum Endpoint: Sendable {
    /// A token endpoint (RFC 6749 §5).
    case token
    /// A token introspection endpoint (RFC 7662 §2.2).
    case introspection
  }

  /// The largest answer that is read as JSON.
  static let maximumBytes = 65_536

  let response: HTTPResponse
  let body: AnswerBody
  /// The error code, when the body is an `error`.
  let code: String?
  /// What an `error` says beside its code.
  let detail: AnswerDetail
  /// The JSON object, when the body is one.
  let json: JSONValue?

  var status: Int { response.status }

  init(_ response: HTTPResponse, from endpoint: Endpoint = .token) {
    self.response = response
    json = Self.json(response)
    guard let json else {
      (body, code) = (response.body.count == 0 ? .empty : .page, nil)
      detail = .empty
      return
    }
    if let error = json["error"] {
      code = error.string
      body = code == nil ? .oddError : .error
      detail = code == nil ? .empty : AnswerDetail(json)
      return
    }
    (code, detail) = (nil, .empty)
    body = Self.body(json, endpoint)
  }

  private static func body(_ json: JSONValue, _ endpoint: Endpoint) -> AnswerBody {
    switch endpoint {
    case .token:
      // Opaque: never decoded, whatever it looks like.
      json["access_token"]?.string?.isEmpty == false ? .token : .object
    case .introspection:
      switch json["active"] {
      case .bool(true)?: .active
      case .bool(false)?: .inactive
      default: .object
      }
    }
  }

  /// The JSON object of an answer that says it is JSON.
  private static func json(_ response: HTTPResponse) -> JSONValue? {
    let value = JSONBody.value(of: response, maximumBytes: maximumBytes)
    return value?.object == nil ? nil : value
  }
}

extension OAuthAnswer {
  /// The answer on one line, without anything that could be a secret.
  var outline: String {
    switch body {
    case .empty: "\(status) without a body"
    case .token: "\(status)"
    case .error: "\(status) \(PlainWord.of(code ?? ""))"
    case .oddError: "\(status) with an error that is no text"
    case .active: "\(status) active"
    case .inactive: "\(status) not active"
    case .object where status == 200: "200 without access_token"
    case .object, .page: "\(status) \(mediaType), \(response.body.count) bytes"
    }
  }

  /// The media type, for an answer that is none of the provider's.
  var mediaType: String { Self.mediaType(of: response) }

  /// The media type of any answer.
  static func mediaType(of response: HTTPResponse) -> String {
    response["Content-Type"].map { PlainWord.of($0.prefix { $0 != ";" }) } ?? "no type"
  }
}

/// Words of a peer's that may be shown.
enum PlainWord {
  /// A short lower-case word as it is; of anything that could be a token or break a line its length.
  static func of(_ text: some StringProtocol) -> String {
    let plain = text.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: "-")
    }
    return plain && text.utf8.count <= 40 ? String(text) : "(\(text.utf8.count) bytes)"
  }
}
