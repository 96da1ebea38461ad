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
    guard clients.contains(look.client) else {
      let text = "the client id \(look.client) is not configured; nothing was sent"
      return .failure(NotSent(finding: Finding(.clientNotConfigured, text)))
    }
    return request(client: look.client, token: look.token, tag: tag, now: now)
  }

  /// A refresh grant for a token of `client`.
  func request(
    client: ClientID, token: Secret, tag: Int, now: Moment
  ) -> Result<HTTPRequest, NotSent> {
    let endpoint: String
    switch address.current() {
    case .failure(let fault): return .failure(NotSent(finding: fault.finding))
    case .success(let address): endpoint = address
    }
    var (form, fields) = (FormText(), FormRequest.fields)
    form.add("grant_type", "refresh_token".utf8)
    token.withBytes { form.add("refresh_token", $0) }
    do throws(CryptoError) {
      try authentication.add(to: &form, &fields, client: client, endpoint: endpoint, now: now)
    } catch {
      return .failure(FormRequest.notSigned(error))
    }
    return .success(
      HTTPRequest(
        tag: tag, method: .post, url: endpoint, fields: fields, body: HTTPBody(form.bytes)))
  }

  func finding(of response: HTTPResponse, for look: Look, now: Moment) -> Finding {
    let answer = OAuthAnswer(response)
    return profile.finding(of: answer, now: now) {
      identity.finding(of: answer, client: look.client, subject: look.credential.subject)
    }
  }

  func row(for response: HTTPResponse) -> AnswerRow { profile.row(for: OAuthAnswer(response)) }
}
