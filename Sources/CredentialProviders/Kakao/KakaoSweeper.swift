internal import CredentialCore
internal import HTTP
internal import Linux

/// Reads the list of linked users over a client of its own, which is there while a sweep is under way.
final class KakaoSweeper: Sweeper {
  /// Kakao answers a hundred calls of the list a minute for each app; a few are left for others.
  static let callsPerMinute = 95

  /// No client, one, or the end.
  private enum State {
    case resting
    case open(HTTPClient)
    case closed
  }

  let interval: Duration
  let spacing: Duration = .milliseconds(60_000 / Int64(KakaoSweeper.callsPerMinute) + 1)
  private let codec: KakaoListCodec
  private let configuration: HTTPConfiguration
  private let clock: @Sendable () -> Moment
  private let state = Lock(State.resting)

  /// Reads by `codec` with the provider's ways of connecting.
  init(
    codec: KakaoListCodec, interval: Duration, configuration: HTTPConfiguration,
    clock: @escaping @Sendable () -> Moment
  ) {
    (self.codec, self.interval) = (codec, interval)
    (self.configuration, self.clock) = (configuration, clock)
  }

  func page(at place: String?) async -> SweepAnswer {
    switch opened() {
    case .failure(let error): return .refused(error.description)
    case .success(nil): return .refused("the provider is configured anew")
    case .success(let client?):
      let completion = await Self.send(codec.request(at: place), over: client)
      return codec.answer(completion.outcome, now: clock())
    }
  }

  func rest() { end(.resting) }

  func close() { end(.closed) }

  private func end(_ next: State) {
    let client: HTTPClient? = state.withLock { state in
      if case .closed = state { return nil }
      defer { state = next }
      guard case .open(let client) = state else { return nil }
      return client
    }
    client?.close()
  }

  private func opened() -> Result<HTTPClient?, HTTPSetupError> {
    state.withLock { state in
      switch state {
      case .closed: return .success(nil)
      case .open(let client): return .success(client)
      case .resting:
        do throws(HTTPSetupError) {
          let client = try HTTPClient(configuration)
          state = .open(client)
          return .success(client)
        } catch { return .failure(error) }
      }
    }
  }

  private static func send(_ request: HTTPRequest, over client: HTTPClient) async -> HTTPCompletion
  {
    await withCheckedContinuation { continuation in
      client.submit([request]) { completions in
        for completion in completions { continuation.resume(returning: completion) }
      }
    }
  }
}
