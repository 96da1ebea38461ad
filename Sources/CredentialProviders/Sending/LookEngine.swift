internal import CredentialCore
internal import HTTP

/// Makes looks over one HTTP client with a kind's codec; every look is reported exactly once.
struct LookEngine: Looker {
  private let codec: any LookCodec
  /// The client, which a request for many looks goes over as well.
  let client: Result<HTTPClient, HTTPSetupError>
  private let clock: @Sendable () -> Moment

  /// Starts a client; when that fails, every look ends as not sent with the reason.
  init(
    codec: any LookCodec, configuration: HTTPConfiguration, clock: @escaping @Sendable () -> Moment
  ) {
    self.init(codec: codec, client: Self.client(configuration), clock: clock)
  }

  /// Sends over a client that others use as well.
  init(
    codec: any LookCodec, client: Result<HTTPClient, HTTPSetupError>,
    clock: @escaping @Sendable () -> Moment
  ) {
    (self.codec, self.client, self.clock) = (codec, client, clock)
  }

  /// Starts a client.
  static func client(_ configuration: HTTPConfiguration) -> Result<HTTPClient, HTTPSetupError> {
    do { return .success(try HTTPClient(configuration)) } catch { return .failure(error) }
  }

  /// Sends one request for each look that has one and reports the others at once.
  func start(
    _ looks: [Look], now: Moment, report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    var requests: [HTTPRequest] = []
    var ended: [LookResult] = []
    for (tag, look) in looks.enumerated() {
      switch codec.request(for: look, tag: tag, now: now) {
      case .success(let request): requests.append(request)
      case .failure(let reason):
        ended.append(Self.result(look, reason.finding, sent: false, now))
      }
    }
    if !ended.isEmpty { report(ended) }
    send(requests, for: looks, now: now, report)
  }

  func turn() async {
    if case .success(let client) = client { await client.turn() }
  }

  func close() {
    if case .success(let client) = client { client.close() }
  }

  func ended() async {}

  private func send(
    _ requests: [HTTPRequest], for looks: [Look], now: Moment,
    _ report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    guard !requests.isEmpty else { return }
    switch client {
    case .success(let client):
      client.submit(requests) { [self] completions in
        report(results(of: completions, for: looks))
      }
    case .failure(let error):
      let finding = Finding(.transient(retryAfter: nil), error.description)
      report(requests.map { Self.result(looks[$0.tag], finding, sent: false, now) })
    }
  }

  /// The results of what ended together. One answer of them is asked for its time: a clock that is off
  /// is off for all.
  private func results(of completions: [HTTPCompletion], for looks: [Look]) -> [LookResult] {
    let now = clock()
    var hasClock = false
    return completions.map { completion in
      var serverClock: ServerClock?
      if !hasClock, case .success(let response) = completion.outcome {
        serverClock = ServerClock(response, received: now)
        hasClock = serverClock != nil
      }
      return result(of: completion, for: looks[completion.tag], serverClock, now)
    }
  }

  private func result(
    of completion: HTTPCompletion, for look: Look, _ clock: ServerClock?, _ now: Moment
  ) -> LookResult {
    let finding: Finding
    var (sent, row): (Bool, AnswerRow?) = (true, nil)
    var (replacement, mayHaveRotated): (Secret?, Bool) = (nil, false)
    var access: AccessToken?
    switch completion.outcome {
    case .success(let response):
      finding = codec.finding(of: response, for: look, now: now)
      replacement = ReplacementToken.found(in: response, for: look.token)
      mayHaveRotated = ReplacementToken.mayBeMissing(from: response, taken: finding.answer)
      if look.isRecorded { row = codec.row(for: response) }
      if look.isForAccess { access = IssuedAccess.found(in: response, for: look) }
    case .failure(let failure):
      finding = Finding(.transient(retryAfter: nil), failure.description)
      sent = failure.mayHaveBeenSent
      mayHaveRotated = sent
    }
    let record =
      look.isRecorded
      ? AnswerRecord.of(completion.outcome, row: row, look, finding, at: now) : nil
    var result = LookResult(
      look: look, answer: finding.answer, mayHaveBeenSent: sent, answered: now,
      evidence: finding.evidence, clock: clock, record: record, replacement: replacement,
      mayHaveRotated: mayHaveRotated)
    result.access = access
    return result
  }

  /// How `look` ended, without a record.
  static func result(
    _ look: Look, _ finding: Finding, sent: Bool, _ now: Moment, clock: ServerClock? = nil
  ) -> LookResult {
    LookResult(
      look: look, answer: finding.answer, mayHaveBeenSent: sent, answered: now,
      evidence: finding.evidence, clock: clock)
  }
}
