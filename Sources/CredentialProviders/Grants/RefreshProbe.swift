internal import CredentialCore
internal import HTTP

/// A refresh grant with a made-up token, for each client.
struct RefreshProbe: ProbeCodec {
  let codec: RefreshLookCodec
  let clients: [ClientID]
  /// How requests are proven to be ours, for people.
  let proof: String

  var address: String {
    if case .success(let address) = codec.address.current() { address } else { "" }
  }

  func request(for client: ClientID, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    codec.request(client: client, token: OAuthProbe.madeUpToken, tag: tag, now: now)
  }

  func outcome(of response: HTTPResponse, client: ClientID) -> ProbeFinding {
    OAuthProbe.outcome(of: response, client: client, identity: proof)
  }
}
