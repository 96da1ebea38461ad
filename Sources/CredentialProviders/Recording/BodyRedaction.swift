internal import Crypto
internal import HTTP
internal import JSON

/// The shape of a body: names that are known, types and lengths, the error code, known words of its
/// description. No other value is kept, whatever it is called.
enum BodyRedaction {
  /// No shape is longer, in bytes.
  static let longest = 4096
  private static let deepest = 3
  private static let mostMembers = 32

  /// The shape on one line: JSON for a JSON object, else words.
  static func shape(of response: HTTPResponse) -> String {
    let size = response.body.count
    guard size > 0 else { return "empty" }
    guard let json = OAuthAnswer(response).json else { return page(response, size) }
    let text = shape(json, name: "", depth: 0).encoded()
    return text.utf8.count <= longest ? text : "JSON object, \(size) bytes"
  }

  private static func page(_ response: HTTPResponse, _ size: Int) -> String {
    let start = response.body.withBytes { bytes in
      String(decoding: bytes.prefix(512).drop { $0 <= 0x20 }.prefix(16), as: UTF8.self)
    }.lowercased()
    let isHTML = start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    return isHTML ? "HTML page, \(size) bytes" : "no JSON object, \(size) bytes"
  }

  private static func shape(_ value: JSONValue, name: String, depth: Int) -> JSONValue {
    switch value {
    case .null, .bool: value
    // Kakao's codes are numbers; nothing of a person is a small negative one.
    case .integer(let number):
      name == "code" && depth == 1 && (-99_999 ... -1).contains(number) ? value : "integer"
    case .real: "number"
    case .string(let text): .string(TextRedaction.shape(of: text, called: depth == 1 ? name : ""))
    case .array(let elements):
      if let first = elements.first, depth < deepest {
        [shape(first, name: "", depth: depth + 1), .string("\(elements.count) elements")]
      } else {
        .string("list, \(elements.count) elements")
      }
    case .object(let object):
      if depth < deepest {
        members(object, depth)
      } else {
        .string("object, \(object.members.count) members")
      }
    }
  }

  private static func members(_ object: JSONObject, _ depth: Int) -> JSONValue {
    var shown = JSONObject()
    for (index, member) in object.members.prefix(mostMembers).enumerated() {
      let isKnown = names.contains(member.key)
      let key = isKnown ? member.key : "member \(index + 1), name of \(member.key.utf8.count) bytes"
      shown[key] = shape(member.value, name: isKnown ? member.key : "", depth: depth + 1)
    }
    if object.members.count > mostMembers {
      shown["more"] = .string("\(object.members.count - mostMembers) members")
    }
    return .object(shown)
  }

  /// Member names of the standards and of vendors' pages.
  private static let names: Set = [
    "access_token", "active", "aud", "claims", "client_id", "code", "correlation_id", "detail",
    "email", "error", "error_code", "error_codes", "error_description", "error_subtype",
    "error_uri",
    "errors", "exp", "expires_in", "iat", "id", "id_token", "is_private_email", "iss", "jti",
    "message",
    "msg", "nonce", "refresh_token", "refresh_token_expires_in", "scope", "state", "status", "sub",
    "suberror",
    "timestamp", "title", "token_type", "trace_id", "transfer_sub", "type", "user", "username",
  ]
}
