internal import CredentialCore
internal import HTTP
internal import JSON

/// An answer of Kakao's API, read once: a user, a list of users, or `{"code": -101, "msg": ...}`.
struct KakaoAnswer {
  /// The largest answer that is read: a hundred users with everything they may have consented to.
  static let maximumBytes = 1_048_576

  let status: Int
  let body: AnswerBody
  /// The error code as text, when the body is an `error`.
  let code: String?
  private let json: JSONValue?
  private let outlineOfOther: String

  init(_ response: HTTPResponse) {
    status = response.status
    json = JSONBody.value(of: response, maximumBytes: Self.maximumBytes)
    outlineOfOther =
      "\(response.status) \(OAuthAnswer.mediaType(of: response)), \(response.body.count) bytes"
    let code = json?["code"]
    self.code =
      code?.integer.map { String($0) } ?? code?.string.flatMap { Int64($0) }.map { "\($0)" }
    switch json {
    case nil, .array?: body = response.body.count == 0 ? .empty : .page
    case .object? where code == nil: body = .object
    case .object?: body = self.code == nil ? .oddError : .error
    default: body = .page
    }
  }

  /// The answer's user, when it is about one.
  var user: KakaoUser? { json.flatMap(KakaoUser.init) }

  /// The answer's users, in an array or in its member `elements`; nil when there is no such list.
  var users: [KakaoUser]? {
    guard status == 200, let list = json?.array ?? json?["elements"]?.array else { return nil }
    return list.compactMap(KakaoUser.init)
  }

  /// The answer on one line, without anything about a person.
  var outline: String {
    switch body {
    case .error: "\(status) code \(code ?? "")"
    case .empty: "\(status) without a body"
    case .token, .object, .oddError, .page, .active, .inactive: outlineOfOther
    }
  }
}

/// What Kakao says of one user who is linked to the app.
struct KakaoUser: Equatable {
  let id: Subject
  /// Whether the link stands: in apps without automatic linking it is pending at first.
  let isLinked: Bool

  /// Reads a user of an answer; nil when it has no user ID.
  init?(_ json: JSONValue) {
    guard let id = NumericUserID.subject(json["id"]) else { return nil }
    self.id = id
    isLinked = json["has_signed_up"]?.bool != false
  }

  /// What that says about the user.
  var finding: Finding {
    isLinked
      ? Finding(.authorized, "200, the user is linked")
      : Finding(.unclear, "200, but has_signed_up is false: the link is pending")
  }
}
