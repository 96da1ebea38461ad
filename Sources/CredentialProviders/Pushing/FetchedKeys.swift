internal import CredentialCore
internal import HTTP
internal import JOSE
internal import Linux

/// The keys at one address, over a client of their own that is made when the first token comes.
final class FetchedKeys: TokenKeys {
  /// Nothing yet, keys, or the end.
  private enum State {
    case unused
    case open(HTTPClient, IssuerKeys)
    case failed(String)
    case closed
  }

  private let address: String
  private let configuration: HTTPConfiguration
  private let policy: KeyCachePolicy
  private let clock: @Sendable () -> Moment
  private let state = Lock(State.unused)

  /// Fetches from `address` with the provider's ways of connecting.
  init(
    address: String, configuration: HTTPConfiguration, policy: KeyCachePolicy = KeyCachePolicy(),
    clock: @escaping @Sendable () -> Moment
  ) {
    self.address = address
    self.clock = clock
    self.policy = policy
    var configuration = configuration
    configuration.maximumBody = max(configuration.maximumBody, KeySet.maximumBytes)
    self.configuration = configuration
  }

  func verify(_ token: CompactJWS, _ rules: SignatureRules) async -> IssuerKeys.Verdict {
    switch opened() {
    case .success(let keys): await keys.verify(token, rules)
    case .failure(let reason): .unavailable(reason)
    }
  }

  func close() {
    let client = state.withLock { state in
      defer { state = .closed }
      if case .open(let client, _) = state { return client as HTTPClient? }
      return nil
    }
    client?.close()
  }

  private func opened() -> Result<IssuerKeys, KeysUnavailable> {
    state.withLock { state in
      if case .unused = state { state = open() }
      switch state {
      case .open(_, let keys): return .success(keys)
      case .failed(let reason): return .failure(unavailable(reason))
      case .unused, .closed: return .failure(unavailable("the provider is configured anew"))
      }
    }
  }

  private func open() -> State {
    do throws(HTTPSetupError) {
      let client = try HTTPClient(configuration)
      return .open(
        client, IssuerKeys(address: address, client: client, policy: policy, clock: clock))
    } catch { return .failed(error.description) }
  }

  private func unavailable(_ reason: String) -> KeysUnavailable {
    KeysUnavailable(until: clock().milliseconds / 1000 + 10, description: reason)
  }
}
