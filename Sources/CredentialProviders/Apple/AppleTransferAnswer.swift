internal import CredentialCore
internal import HTTP
internal import JSON

/// What answers in the exchange of users' names mean.
enum AppleTransferAnswer {
  /// Why there is no access token.
  enum Trouble: Error {
    /// We are refused.
    case ours(String)
    /// Nothing was learnt.
    case passing(String)

    /// What it means for a user who was to be asked about.
    var reply: TransferReply {
      switch self {
      case .ours(let why): .broken(why)
      case .passing(let why): .failed(why)
      }
    }
  }

  /// How long an access token is good when the answer does not tell.
  private static let usualLife: Duration = .seconds(600)

  /// The access token in an answer of the token endpoint, and how long it is good.
  static func access(
    _ outcome: Result<HTTPResponse, HTTPFailure>
  ) -> Result<(Secret, Duration), Trouble> {
    guard case .success(let response) = outcome else { return .failure(.passing(text(outcome))) }
    let answer = OAuthAnswer(response)
    guard answer.status == 200, let token = answer.json?["access_token"]?.string, isToken(token)
    else {
      let said = "no access token for the exchange: the provider answered \(answer.outline)"
      return .failure(isPassing(answer) ? .passing(said) : .ours(said))
    }
    let life = answer.json?["expires_in"]?.integer.map { Duration.seconds(min($0, 86_400)) }
    return .success((Secret(Array(token.utf8)), max(life ?? usualLife, .zero)))
  }

  /// What was answered about one user.
  static func reply(
    _ outcome: Result<HTTPResponse, HTTPFailure>, to question: TransferQuestion
  ) -> TransferReply {
    guard case .success(let response) = outcome else { return .failed(text(outcome)) }
    let answer = OAuthAnswer(response)
    if answer.status == 200 { return found(answer.json, question) }
    let said = "the provider answered \(answer.outline)"
    if isPassing(answer) { return .failed(said) }
    return answer.status == 400 && answer.code == "invalid_request" ? .refused(said) : .broken(said)
  }

  private static func found(_ json: JSONValue?, _ question: TransferQuestion) -> TransferReply {
    switch question {
    case .identifier:
      guard let name = subject(json?["transfer_sub"]) else {
        return .failed("the provider answered 200 without transfer_sub")
      }
      return .identifier(name)
    case .successor:
      guard let name = subject(json?["sub"]) else {
        return .failed("the provider answered 200 without sub")
      }
      var profile = UserProfile()
      if let address = json?["email"]?.string.flatMap(UserProfile.plain) {
        let relay = json?["is_private_email"]
        profile.mail = UserProfile.Mail(
          address, isVerified: nil, isRelay: relay?.bool ?? (relay?.string == "true"))
      }
      return .successor(name, profile)
    }
  }

  private static func subject(_ value: JSONValue?) -> Subject? {
    value?.string.flatMap { try? Subject($0) }
  }

  /// What says nothing of us or the user.
  private static func isPassing(_ answer: OAuthAnswer) -> Bool {
    answer.status == 429 || answer.status >= 500 || answer.status == 401 && answer.code == nil
      || answer.body == .page || answer.body == .empty
  }

  private static func isToken(_ text: String) -> Bool {
    (1...16_384).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }

  private static func text(_ outcome: Result<HTTPResponse, HTTPFailure>) -> String {
    if case .failure(let failure) = outcome { return failure.description }
    return ""
  }
}
