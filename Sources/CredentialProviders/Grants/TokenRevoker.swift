internal import CredentialCore
internal import Crypto
internal import HTTP

/// Has a server take refresh tokens back (RFC 7009 §2; Apple's `/auth/revoke` has the same form).
struct TokenRevoker: Revoker {
  /// Finds out, where it has to, where the endpoint lies.
  let address: @Sendable () async -> Result<String, MetadataFault>
  let clients: Set<ClientID>
  let authenticator: any ClientAuthenticator
  let client: Result<HTTPClient, HTTPSetupError>

  func revoke(_ token: Secret, of owner: ClientID, now: Moment) async -> RevocationOutcome {
    guard clients.contains(owner) else {
      return .failed("the client id \(owner) is not configured; nothing was sent")
    }
    let sender: HTTPClient
    switch client {
    case .success(let client): sender = client
    case .failure(let error): return .failed(error.description)
    }
    let place: String
    switch await address() {
    case .success(let found): place = found
    case .failure(let fault): return .failed(fault.probe.detail)
    }
    do throws(CryptoError) {
      let request = try request(token, of: owner, to: place, now)
      return Self.outcome(await sender.end(of: request))
    } catch {
      return .failed("\(owner) cannot be authenticated: \(error)")
    }
  }

  private func request(
    _ token: Secret, of owner: ClientID, to place: String, _ now: Moment
  ) throws(CryptoError) -> HTTPRequest {
    var (form, fields) = (FormText(), FormRequest.fields)
    form.add("client_id", owner.bytes)
    token.withBytes { form.add("token", $0) }
    form.add("token_type_hint", "refresh_token".utf8)
    try authenticator.prove(owner, in: &form, &fields, now: now)
    return HTTPRequest(
      tag: 0, method: .post, url: place, fields: fields, body: HTTPBody(form.bytes))
  }

  /// 200 says that the token is good no more, whatever it was (RFC 7009 §2.2).
  private static func outcome(
    _ outcome: Result<HTTPResponse, HTTPFailure>
  ) -> RevocationOutcome {
    switch outcome {
    case .failure(let failure): return .failed(failure.description)
    case .success(let response):
      guard response.status != 200 else { return .revoked }
      return .failed("the provider answered \(OAuthAnswer(response).outline)")
    }
  }
}
