internal import CredentialCore
internal import HTTP

/// Where an issuer's keys are and where its codes are exchanged.
struct OpenIDPlaces: Sendable {
  /// Its keys.
  let keys: IssuerKeys
  /// Its token endpoint.
  let tokenEndpoint: String
}

extension HTTPClient {
  /// Sends one request and waits for its end.
  func end(of request: HTTPRequest) async -> Result<HTTPResponse, HTTPFailure> {
    await withCheckedContinuation { continuation in
      submit([request]) { completions in
        for completion in completions { continuation.resume(returning: completion.outcome) }
      }
    }
  }
}
