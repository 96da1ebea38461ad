internal import CredentialCore
internal import HTTP
internal import JSON

/// The refresh token that an answer gives in place of the one that was presented (RFC 6749 §6): read from
/// the answer itself, whatever the answer is taken for, so that nothing that is wrong with the rest of it
/// loses the token.
enum ReplacementToken {
  private static let member = Array("\"refresh_token\"".utf8)

  /// The token that takes the place of `presented`; nil when there is none, when it is empty, and when it
  /// is the same.
  static func found(in response: HTTPResponse, for presented: Secret) -> Secret? {
    guard (200...299).contains(response.status), isNamed(in: response),
      let text = OAuthAnswer(response).json?["refresh_token"]?.string, !text.isEmpty
    else { return nil }
    let token = Array(text.utf8)
    return presented.withBytes { $0 == token } ? nil : Secret(token)
  }

  /// Whether an answer leaves it open if the provider has replaced the token: a success that could not be
  /// read, and a server or a gateway that failed. A refusal and "come back later" leave nothing open.
  static func mayBeMissing(from response: HTTPResponse, taken answer: Answer) -> Bool {
    switch response.status {
    case 200...299: if case .transient = answer { true } else { false }
    case 503: false
    case 500...599: true
    default: false
    }
  }

  /// Whether the word stands in the body at all, as in few answers: then only is it read once more.
  private static func isNamed(in response: HTTPResponse) -> Bool {
    response.body.withBytes { bytes in
      guard bytes.count >= member.count else { return false }
      for start in 0...(bytes.count - member.count) where bytes[start] == member[0] {
        if bytes[start..<(start + member.count)].elementsEqual(member) { return true }
      }
      return false
    }
  }
}
