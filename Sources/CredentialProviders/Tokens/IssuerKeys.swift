internal import CredentialCore
internal import HTTP
internal import JOSE
internal import Linux

/// The keys of one issuer, fetched over HTTP when `KeyCache` says so; one fetch serves all who wait.
final class IssuerKeys: Sendable {
  /// What is known of a token.
  enum Verdict: Sendable {
    /// A key of the issuer signed it.
    case verified(VerifiedJWS)
    /// It is refused for good.
    case refused(TokenFault)
    /// Nothing can be said now; it may be presented again.
    case unavailable(KeysUnavailable)
  }

  /// The cache, who waits for the end of a fetch, and how many have ended.
  private struct State {
    var cache: KeyCache
    var waiting: [CheckedContinuation<Void, Never>] = []
    var ended = 0
  }

  private let address: String
  private let client: HTTPClient
  private let clock: @Sendable () -> Moment
  private let state: Lock<State>

  /// Fetches from `address` over `client`.
  init(
    address: String, client: HTTPClient, policy: KeyCachePolicy = KeyCachePolicy(),
    clock: @escaping @Sendable () -> Moment
  ) {
    self.address = address
    self.client = client
    self.clock = clock
    state = Lock(State(cache: KeyCache(policy: policy)))
  }

  /// Verifies `token`, after a fetch when one is needed and allowed.
  func verify(_ token: CompactJWS, _ rules: SignatureRules) async -> Verdict {
    let received = now
    while true {
      let moment = now
      let (outcome, ended) = state.withLock { state in
        (state.cache.judge(token, rules, received: received, now: moment), state.ended)
      }
      switch outcome {
      case .verified(let token): return .verified(token)
      case .refused(let fault): return .refused(fault)
      case .unavailable(let reason): return .unavailable(reason)
      case .fetch: fetch(began: moment)
      case .waitForFetch: break
      }
      await endOfFetch(after: ended)
    }
  }

  private var now: Int64 { clock().milliseconds / 1000 }

  private func endOfFetch(after ended: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.ended == ended { state.waiting.append(continuation) }
        return state.ended != ended
      }
      if isOver { continuation.resume() }
    }
  }

  private func fetch(began: Int64) {
    let request = HTTPRequest(
      tag: 0, method: .get, url: address, fields: [HTTPField("Accept", "application/json")])
    client.submit([request]) { [self] completions in
      for completion in completions { end(completion, began) }
    }
  }

  private func end(_ completion: HTTPCompletion, _ began: Int64) {
    let waiting = state.withLock { state in
      Self.take(completion, began, into: &state.cache)
      state.ended += 1
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  private static func take(
    _ completion: HTTPCompletion, _ began: Int64, into cache: inout KeyCache
  ) {
    switch completion.outcome {
    case .success(let response) where response.status == 200:
      // What is wrong with the document is kept by the cache and told to those who ask.
      let document = response.body.withBytes { $0 }
      _ = try? cache.succeeded(document, maximumAge: response.maximumAge, began: began)
    case .success(let response):
      let wait = response.retryAfter(now: began)?.components.seconds
      cache.failed("the answer has status \(response.status)", began: began, retryAfter: wait)
    case .failure(let failure):
      cache.failed(failure.description, began: began, retryAfter: nil)
    }
  }
}
