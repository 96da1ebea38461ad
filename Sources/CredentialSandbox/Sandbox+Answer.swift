internal import HTTPServer
internal import Linux

extension Sandbox {
  /// Decides one request and logs it before its answer leaves.
  static func answer(
    _ request: ServerRequest, _ service: any ProviderService, _ state: Lock<State>,
    _ clock: @Sendable () -> Int64
  ) -> ServerResponse {
    let time = clock()
    return state.withLock { state in
      let outcome = state.decide(request, service, now: time / 1_000)
      state.log.append(entry(request, outcome, time))
      return outcome.response
    }
  }

  private static func entry(
    _ request: ServerRequest, _ outcome: Outcome, _ time: Int64
  ) -> LogEntry {
    let dropped = outcome.response.delivery == .dropped
    return LogEntry(
      time: time, request: plain("\(request.method) \(request.path)") ?? "",
      client: plain(outcome.client), subject: plain(outcome.subject),
      status: dropped ? 0 : outcome.response.status, answer: outcome.answer,
      reason: outcome.reason, presented: outcome.presented.map(LogEntry.mark),
      granted: outcome.granted.map(LogEntry.mark))
  }

  /// What a stranger sent, short and without control characters.
  private static func plain(_ text: String?) -> String? {
    text.map { text in
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(255).filter { $0.value >= 0x20 }))
    }
  }
}

extension Sandbox.State {
  /// What is answered, and done, while the mode is what it is.
  mutating func decide(
    _ request: ServerRequest, _ service: any ProviderService, now: Int64
  ) -> Outcome {
    let situation = situation(now)
    guard mode != .normal else { return service.answer(request, &registry, situation) }
    var trial = registry
    let right = service.answer(request, &trial, situation)
    guard scope.holds(for: right.subject, &counted) else {
      registry = trial
      return right
    }
    if let other = otherwise(request, service, situation) { return noted(other, right) }
    if mode.reachesService { registry = trial }
    return right.faulted(mode, by: service, request)
  }

  /// What a request meets at this time.
  func situation(_ now: Int64) -> Situation {
    Situation(now: now, base: base, keys: keys, discovery: discovery)
  }

  /// The answer of a mode in which the service knows something else; nil in other modes.
  private mutating func otherwise(
    _ request: ServerRequest, _ service: any ProviderService, _ situation: Situation
  ) -> Outcome? {
    switch mode {
    case .staleReplica:
      var copy = replica
      return service.answer(request, &copy, situation)
    case .clock(let seconds):
      var outcome = service.answer(request, &registry, situation.ahead(by: seconds))
      let date = HTTPDateText.text(of: situation.now + Int64(seconds))
      outcome.response.headers.append(HeaderField("Date", date))
      return outcome
    case .expire(let seconds):
      registry.deadUpTo = modeSince - Int64(seconds)
      defer { registry.deadUpTo = nil }
      return service.answer(request, &registry, situation)
    default: return nil
    }
  }

  private func noted(_ outcome: Outcome, _ right: Outcome) -> Outcome {
    var noted = outcome.about(right.subject)
    guard outcome.answer != right.answer else { return noted }
    noted.reason = [outcome.reason, "mode \(mode.name)"].compactMap { $0 }.joined(separator: "; ")
    return noted
  }
}

extension SandboxMode {
  /// Whether a request has its effect while the mode is on, even if its answer is spoiled.
  var reachesService: Bool {
    switch self {
    case .normal, .slow, .truncate, .halfJSON, .drop, .expire, .clock: true
    case .outage, .throttle, .captivePortal, .invalidClient, .invalidGrant, .invalidRequest,
      .staleReplica:
      false
    }
  }

  /// Whether what a client sees is no answer of the service's own.
  var spoilsAnswer: Bool {
    switch self {
    case .normal, .invalidClient, .invalidGrant, .invalidRequest, .staleReplica, .expire, .clock:
      false
    case .outage, .throttle, .slow, .truncate, .halfJSON, .captivePortal, .drop: true
    }
  }
}
