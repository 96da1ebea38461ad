internal import CredentialCore
internal import HTTP

/// Makes looks over one HTTP client, many in one request; every look is reported exactly once.
///
/// What a request for many leaves open is asked for alone at once. A recorded look goes alone, so that
/// its record is about one user.
struct BatchLookEngine: Looker {
  private let codec: any BatchLookCodec
  private let singles: LookEngine
  private let clock: @Sendable () -> Moment

  /// Starts a client; when that fails, every look ends as not sent with the reason.
  init(
    codec: any BatchLookCodec, configuration: HTTPConfiguration,
    clock: @escaping @Sendable () -> Moment
  ) {
    self.codec = codec
    self.clock = clock
    singles = LookEngine(codec: codec, configuration: configuration, clock: clock)
  }

  func start(
    _ looks: [Look], now: Moment, report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    var (together, alone): ([Look], [Look]) = ([], [])
    for look in looks {
      if !look.isRecorded, case .success = codec.request(for: look, tag: 0, now: now) {
        together.append(look)
      } else {
        alone.append(look)
      }
    }
    if together.count < codec.fewestLooks {
      alone += together
      together = []
    }
    if !alone.isEmpty { singles.start(alone, now: now, report: report) }
    if !together.isEmpty { send(batches(of: together), now: now, report) }
  }

  func turn() async { await singles.turn() }

  func close() { singles.close() }

  func ended() async {}

  private func batches(of looks: [Look]) -> [[Look]] {
    let most = max(1, codec.mostLooks)
    return stride(from: 0, to: looks.count, by: most).map {
      Array(looks[$0..<min($0 + most, looks.count)])
    }
  }

  private func send(
    _ batches: [[Look]], now: Moment, _ report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    switch singles.client {
    case .success(let client):
      let requests = batches.enumerated().map { codec.request(for: $1, tag: $0, now: now) }
      client.submit(requests) { [self] completions in
        for completion in completions { finish(completion, of: batches[completion.tag], report) }
      }
    case .failure(let error):
      let finding = Finding(.transient(retryAfter: nil), error.description)
      report(batches.joined().map { LookEngine.result($0, finding, sent: false, now) })
    }
  }

  private func finish(
    _ completion: HTTPCompletion, of looks: [Look],
    _ report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    let now = clock()
    switch completion.outcome {
    case .failure(let failure):
      let finding = Finding(.transient(retryAfter: nil), failure.description)
      report(looks.map { LookEngine.result($0, finding, sent: failure.mayHaveBeenSent, now) })
    case .success(let response):
      let findings = codec.findings(of: response, for: looks, now: now)
      var results: [LookResult] = []
      for case (let look, let finding?) in zip(looks, findings) {
        // One of them tells the time: a clock that is off is off for all.
        let clock = results.isEmpty ? ServerClock(response, received: now) : nil
        results.append(LookEngine.result(look, finding, sent: true, now, clock: clock))
      }
      if !results.isEmpty { report(results) }
      let open = zip(looks, findings).compactMap { $1 == nil ? $0 : nil }
      // The request for many has left, whatever becomes of the one for a look alone.
      if !open.isEmpty { singles.start(open, now: now) { report($0.map(\.asSent)) } }
    }
  }
}

extension LookResult {
  /// The same end of a look of which a request has left before.
  fileprivate var asSent: LookResult {
    LookResult(
      look: look, answer: answer, mayHaveBeenSent: true, answered: answered, evidence: evidence,
      clock: clock, record: record, replacement: replacement, mayHaveRotated: mayHaveRotated)
  }
}
