internal import CredentialCore
internal import HTTP

/// A question about the user ID 1, who is nobody of any app today: that he is not linked shows that the
/// key is accepted.
struct KakaoProbe: ProbeCodec {
  static let nobody = "1"

  let codec: KakaoLookCodec

  var address: String { codec.endpoint + KakaoLookCodec.userPath }
  var clients: [ClientID] { [codec.app] }

  func request(for client: ClientID, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    .success(codec.request(user: Self.nobody, tag: tag))
  }

  func outcome(of response: HTTPResponse, client: ClientID) -> ProbeFinding {
    let answer = KakaoAnswer(response)
    let code = code(of: answer)
    var detail = answer.outline
    if code == .identityRefused { detail += "; asked with the admin key of app \(codec.app)" }
    if code == .accepted { detail += "; that the key is of this app is shown by linked users" }
    return ProbeFinding(code, client: client, detail)
  }

  private func code(of answer: KakaoAnswer) -> ProbeCode {
    if let code = ProbeCode(status: answer.status) { return code }
    guard let code = answer.code else {
      return answer.user?.id.text == Self.nobody ? .accepted : .page
    }
    switch code {
    case "-101", "-103", "-4": return .accepted
    case "-401", "-903": return .identityRefused
    case "-3", "-5", "-6", "-12": return .clientNotAllowed
    case "-2", "-8", "-9": return .requestRefused
    case "-10", "-11": return .throttled
    case "-1", "-7", "-603", "-9798": return .serverTrouble
    default: return .undeclared
    }
  }
}
