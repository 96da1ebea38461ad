internal import CredentialCore
internal import HTTP
internal import Linux

/// A server's metadata: fetched when it is first needed, kept for a while, one fetch at a time.
///
/// When a document stops being acceptable (another issuer, an endpoint on a host that nobody has
/// allowed), nothing is asked until it is mended: an endpoint that moves is a decision of the
/// administrator's. A document that cannot be had leaves the last one in use, for a week at most.
final class MetadataSource: Sendable {
  /// How long a document is used before it is fetched again, whatever its sender says.
  static let life: (least: Duration, most: Duration) = (.seconds(300), .seconds(86_400))
  /// How long a document is used when no newer one can be had.
  static let longestLife: Duration = .seconds(7 * 86_400)
  /// The shortest time between two fetches after one that failed.
  static let pause: Duration = .seconds(30)

  /// What is known, and who waits for the end of a fetch.
  private struct State {
    var document: (metadata: ServerMetadata, fetched: Moment, until: Moment)?
    var fault: (fault: MetadataFault, until: Moment)?
    var isFetching = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let rules: MetadataRules
  private let client: Result<HTTPClient, HTTPSetupError>
  private let usesProxy: Bool
  private let clock: @Sendable () -> Moment
  private let state = Lock(State())

  /// Fetches what `rules` say over `client`.
  init(
    rules: MetadataRules, client: Result<HTTPClient, HTTPSetupError>, usesProxy: Bool,
    clock: @escaping @Sendable () -> Moment
  ) {
    (self.rules, self.client, self.usesProxy, self.clock) = (rules, client, usesProxy, clock)
  }

  /// The metadata that is in use, or why there is none.
  func current() -> Result<ServerMetadata, MetadataFault> {
    if case .failure(let error) = client { return .failure(MetadataFault(error)) }
    return state.withLock { state in
      if let fault = state.fault?.fault, !fault.isPassing || state.document == nil {
        return .failure(fault)
      }
      if let document = state.document { return .success(document.metadata) }
      return .failure(MetadataFault(status: 503, wait: nil))
    }
  }

  /// Calls `then` once, when it is known whether there is metadata: at once, or after a fetch on the
  /// client's thread.
  func prepare(now: Moment, then: @escaping @Sendable () -> Void) {
    guard case .success(let client) = client else { return then() }
    let (isKnown, mustFetch) = state.withLock { state in
      if Self.isKnown(&state, now) { return (true, false) }
      state.waiting.append(then)
      defer { state.isFetching = true }
      return (false, !state.isFetching)
    }
    if isKnown { then() }
    if mustFetch { fetch(client, began: now) }
  }

  /// Returns when it is known whether there is metadata.
  func prepare(now: Moment) async {
    await withCheckedContinuation { continuation in
      prepare(now: now) { continuation.resume() }
    }
  }

  /// Whether nothing is to be fetched; a document too old to be used is forgotten.
  private static func isKnown(_ state: inout State, _ now: Moment) -> Bool {
    if let document = state.document,
      now < document.fetched || now >= document.fetched + longestLife
    {
      state.document = nil
    }
    if let fault = state.fault, now < fault.until, now + pause >= fault.until { return true }
    return state.document.map { now < $0.until } ?? false
  }

  private func fetch(_ client: HTTPClient, began: Moment) {
    let request = HTTPRequest(
      tag: 0, method: .get, url: rules.address, fields: [HTTPField("Accept", "application/json")])
    client.submit([request]) { [self] completions in
      for completion in completions { end(completion) }
    }
  }

  private func end(_ completion: HTTPCompletion) {
    let now = clock()
    let outcome = outcome(of: completion, now)
    let waiting = state.withLock { state in
      switch outcome {
      case .success(let (metadata, life)):
        state.document = (metadata, now, now + life)
        state.fault = nil
      case .failure(let fault): state.fault = (fault, now + Self.pause)
      }
      state.isFetching = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one() }
  }

  private func outcome(
    of completion: HTTPCompletion, _ now: Moment
  ) -> Result<(ServerMetadata, Duration), MetadataFault> {
    switch completion.outcome {
    case .failure(let failure): return .failure(MetadataFault(failure, usesProxy: usesProxy))
    case .success(let response) where response.status != 200:
      let wait = response.retryAfter(now: now.milliseconds / 1000)
      return .failure(MetadataFault(status: response.status, wait: wait))
    case .success(let response):
      do throws(MetadataRefusal) {
        let metadata = try rules.metadata(response.body.withBytes { $0 })
        let life = response.maximumAge.map { Duration.seconds($0) } ?? Self.life.most
        return .success((metadata, min(max(life, Self.life.least), Self.life.most)))
      } catch {
        return .failure(MetadataFault(error))
      }
    }
  }
}
