internal import CredentialCore
internal import Crypto
internal import HTTP

/// Looks at Apple: the refresh-token grant of `/auth/token`, which answers about one token.
struct AppleLookCodec: LookCodec {
  let endpoint: String
  let clients: Set<ClientID>
  let secret: AppleClientSecret
  let profile: AnswerProfile
  /// The move of the app to another team.
  var transfer: TransferTerms?

  /// The grant for the look's own client (a token works only with the client it was issued to).
  func request(for look: Look, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    if let refusal = NotSent(look, unlessAmong: clients) { return .failure(refusal) }
    return request(client: look.client, token: look.token, tag: tag, now: now)
  }

  /// A refresh grant for a token of `client`.
  func request(
    client: ClientID, token: Secret, tag: Int, now: Moment
  ) -> Result<HTTPRequest, NotSent> {
    do throws(CryptoError) {
      let body = Self.form(client, token, try secret.text(for: client, now: now))
      return .success(
        HTTPRequest(tag: tag, method: .post, url: endpoint, fields: FormRequest.fields, body: body))
    } catch {
      let text = "no client secret could be signed: \(error)"
      return .failure(NotSent(finding: Finding(.misconfigured, text)))
    }
  }

  func finding(of response: HTTPResponse, for look: Look, now: Moment) -> Finding {
    AppleClassification(
      profile: profile, client: look.client, subject: look.credential.subject,
      isMoving: transfer?.isOpen(at: now) ?? false
    ).finding(of: response, now: now)
  }

  func row(for response: HTTPResponse) -> AnswerRow { profile.row(for: OAuthAnswer(response)) }

  private static func form(_ client: ClientID, _ token: Secret, _ secret: String) -> HTTPBody {
    var form = FormText()
    form.add("client_id", client.bytes)
    form.add("client_secret", secret.utf8)
    form.add("grant_type", "refresh_token".utf8)
    token.withBytes { form.add("refresh_token", $0) }
    return HTTPBody(form.bytes)
  }
}
