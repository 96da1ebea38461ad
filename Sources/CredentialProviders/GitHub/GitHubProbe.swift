internal import CredentialCore
internal import HTTP

/// The check of a made-up token: that it is not found shows that the client is accepted.
struct GitHubProbe: ProbeCodec {
  let codec: GitHubLookCodec

  var address: String { codec.address }
  var clients: [ClientID] { [codec.client] }

  func request(for client: ClientID, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    .success(codec.request(token: OAuthProbe.madeUpToken, tag: tag))
  }

  func outcome(of response: HTTPResponse, client: ClientID) -> ProbeFinding {
    let answer = GitHubAnswer(response)
    return ProbeFinding(code(of: answer), client: client, answer.outline)
  }

  private func code(of answer: GitHubAnswer) -> ProbeCode {
    if answer.isThrottled { return .throttled }
    if let code = ProbeCode(status: answer.status) { return code }
    switch (answer.status, answer.body) {
    case (200, .object): return answer.user == nil ? .page : .tokenAccepted
    case (401, .error): return .identityRefused
    case (403, .error): return .clientNotAllowed
    case (404, .error): return .accepted
    case (422, .error): return .requestRefused
    case (_, .error): return .undeclared
    default: return .page
    }
  }
}
