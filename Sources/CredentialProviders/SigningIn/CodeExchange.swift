internal import CredentialCore
internal import Crypto
internal import HTTP
internal import JSON

/// Exchanges an authorization code for tokens (RFC 6749 §4.1.3): the request, and what an answer means.
struct CodeExchange: Sendable {
  /// What came for a code.
  struct Tokens: Sendable {
    /// The refresh token; nil when the provider gave none.
    let refresh: Secret?
    /// The identity token as it was written; nil when there is none.
    let identity: String?
  }

  let address: String
  let authenticator: any ClientAuthenticator

  /// The request for the code of a hand-over.
  func request(
    _ code: Secret, of handover: SignInHandover, client: ClientID, now: Moment
  ) throws(SignInRefusal) -> HTTPRequest {
    var form = FormText()
    form.add("client_id", client.bytes)
    form.add("grant_type", "authorization_code".utf8)
    code.withBytes { form.add("code", $0) }
    if let address = handover.redirectURI { form.add("redirect_uri", address.utf8) }
    handover.codeVerifier?.withBytes { form.add("code_verifier", $0) }
    var fields = [
      HTTPField("Content-Type", "application/x-www-form-urlencoded"),
      HTTPField("Accept", "application/json"),
    ]
    do throws(CryptoError) {
      try authenticator.prove(client, in: &form, &fields, now: now)
    } catch {
      throw SignInRefusal(.notHandled, "\(client) cannot be authenticated: \(error)")
    }
    return HTTPRequest(
      tag: 0, method: .post, url: address, fields: fields, body: HTTPBody(form.bytes))
  }

  /// What came, or why nothing did.
  func tokens(
    _ outcome: Result<HTTPResponse, HTTPFailure>, client: ClientID
  ) throws(SignInRefusal) -> Tokens {
    switch outcome {
    case .success(let response): try tokens(OAuthAnswer(response), client)
    case .failure(let failure): throw Self.refusal(failure)
    }
  }

  private func tokens(_ answer: OAuthAnswer, _ client: ClientID) throws(SignInRefusal) -> Tokens {
    guard answer.status == 200, answer.body == .token else {
      throw Self.refusal(answer, client)
    }
    let refresh = answer.json?["refresh_token"]?.string.flatMap { text in
      let bytes = Array(text.utf8)
      let isToken = bytes.allSatisfy { (0x20...0x7e).contains($0) }
      return isToken && (1...16_384).contains(bytes.count) ? Secret(bytes) : nil
    }
    return Tokens(refresh: refresh, identity: answer.json?["id_token"]?.string)
  }

  private static func refusal(_ failure: HTTPFailure) -> SignInRefusal {
    guard failure.mayHaveBeenSent else {
      return SignInRefusal(
        .failed, "the provider cannot be reached: \(failure)", isPassing: true)
    }
    return SignInRefusal(
      .failed,
      "the provider did not answer, so it is not known whether the code is used up: \(failure); have "
        + "the user sign in again")
  }

  private static func refusal(_ answer: OAuthAnswer, _ client: ClientID) -> SignInRefusal {
    let said = "the provider answered \(answer.outline) to the code of \(client)"
    switch (answer.status, answer.code) {
    case (_, "invalid_grant"):
      return SignInRefusal(
        .failed,
        "\(said): it was used before, is too old, or was given to another client or redirect_uri; "
          + "have the user sign in again")
    case (_, "invalid_client"), (_, "unauthorized_client"), (_, "unsupported_grant_type"):
      return SignInRefusal(
        .notHandled, "\(said): it refuses us, not the user; see credstatectl provider test")
    case (429, _), (503, _), (_, "temporarily_unavailable"), (_, "slow_down"):
      return SignInRefusal(.failed, said, isPassing: true)
    case (_, "invalid_request"):
      return SignInRefusal(
        .failed,
        "\(said): a redirect_uri or code_verifier is missing, or is another than the user's request "
          + "had")
    case (500..., _): return SignInRefusal(.failed, "\(said); have the user sign in again")
    case (_, .some): return SignInRefusal(.unknown, said)
    case (_, nil): return SignInRefusal(.invalidResponse, said)
    }
  }
}
