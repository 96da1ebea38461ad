internal import CredentialCore
internal import Crypto
internal import HTTP

/// Looks by a refresh grant (RFC 6749 §6), which answers about one token.
struct RefreshLookCodec: LookCodec {
  let address: EndpointAddress
  let clients: Set<ClientID>
  let authentication: ClientAuthentication
  let profile: AnswerProfile
  let identity: RefreshedIdentity

  /// The grant for the look's own client (a token works only with the client it was issued to).
  func request(for look: Look, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    if let refusal = NotSent(look, unlessAmong: clients) { return .failure(refusal) }
    return request(client: look.client, token: look.token, tag: tag, now: now)
  }

  /// A refresh grant for a token of `client`.
  func request(
    client: ClientID, token: Secret, tag: Int, now: Moment
  ) -> Result<HTTPRequest, NotSent> {
    var form = FormText()
    form.add("grant_type", "refresh_token".utf8)
    token.withBytes { form.add("refresh_token", $0) }
    return FormRequest.post(form, to: address, tag: tag) {
      (form, fields, endpoint) throws(CryptoError) in
      try authentication.add(to: &form, &fields, client: client, endpoint: endpoint, now: now)
    }
  }

  func finding(of response: HTTPResponse, for look: Look, now: Moment) -> Finding {
    let answer = OAuthAnswer(response)
    return profile.finding(of: answer, now: now) {
      identity.finding(of: answer, client: look.client, subject: look.credential.subject)
    }
  }

  func row(for response: HTTPResponse) -> AnswerRow { profile.row(for: OAuthAnswer(response)) }
}
