internal import CredentialCore
internal import HTTP

/// A refresh grant with a made-up token at Apple's token endpoint. Never `/auth/revoke`, which has
/// effects and answers 200 for anything.
struct AppleProbe: ProbeCodec {
  let codec: AppleLookCodec
  let clients: [ClientID]
  let team: String
  let keyID: String

  var address: String { codec.endpoint }

  func request(for client: ClientID, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    codec.request(client: client, token: OAuthProbe.madeUpToken, tag: tag, now: now)
  }

  func outcome(of response: HTTPResponse, client: ClientID) -> ProbeFinding {
    OAuthProbe.outcome(
      of: response, client: client, identity: "signed with key \(keyID) of team \(team)")
  }
}
