internal import CredentialCore
internal import HTTP

/// The introspection of a made-up token: whoever may ask is told that it is not active.
struct IntrospectionProbe: ProbeCodec {
  let codec: IntrospectionLookCodec
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
    let answer = OAuthAnswer(response, from: .introspection)
    switch (answer.status, answer.body) {
    case (200, .inactive): return ProbeFinding(.accepted, client: client, answer.outline)
    case (200, .active): return ProbeFinding(.tokenAccepted, client: client, answer.outline)
    case (401, _), (403, _):
      return ProbeFinding(.identityRefused, client: client, "\(answer.outline); \(proof)")
    default:
      return OAuthProbe.outcome(of: response, client: client, identity: proof)
    }
  }
}
