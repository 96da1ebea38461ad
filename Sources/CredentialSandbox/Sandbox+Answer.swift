internal import HTTPServer
internal import Linux

extension Sandbox {
  /// Decides one request and logs it before its answer leaves.
  static func answer(
    _ request: ServerRequest, _ service: AppleService, _ state: Lock<State>,
    _ clock: @Sendable () -> Int64
  ) -> ServerResponse {
    let now = clock()
    return state.withLock { state in
      var registry = state.registry
      let right = service.answer(request, &registry, now: now / 1_000)
      let concerned = state.scope.holds(for: right.subject, &state.counted)
      let mode = concerned ? state.mode : .normal
      let final = outcome(request, service, right, mode, registry, state, now / 1_000)
      if mode.reachesService { state.registry = registry }
      state.log.append(entry(request, final, now))
      return final.response
    }
  }

  /// What is answered in a mode; `right` is what would be without it, `registry` as that left it.
  private static func outcome(
    _ request: ServerRequest, _ service: AppleService, _ right: Outcome, _ mode: SandboxMode,
    _ registry: Registry, _ state: State, _ now: Int64
  ) -> Outcome {
    var (other, now) = (registry, now)
    switch mode {
    case .staleReplica: other = state.replica
    case .clock(let seconds): now += Int64(seconds)
    case .expire(let seconds): other.deadUpTo = state.modeSince - Int64(seconds)
    default: return right.faulted(mode)
    }
    var outcome = service.answer(request, &other, now: now)
    outcome.subject = right.subject
    if case .clock = mode {
      outcome.response.headers.append(HeaderField("Date", HTTPDateText.text(of: now)))
    }
    if outcome.answer != right.answer {
      outcome.reason = [outcome.reason, "mode \(mode.name)"].compactMap { $0 }
        .joined(separator: "; ")
    }
    return outcome
  }

  private static func entry(
    _ request: ServerRequest, _ outcome: Outcome, _ now: Int64
  ) -> LogEntry {
    let dropped = outcome.response.delivery == .dropped
    return LogEntry(
      time: now, request: plain("\(request.method) \(request.path)") ?? "",
      client: plain(outcome.client), subject: outcome.subject,
      status: dropped ? 0 : outcome.response.status, answer: outcome.answer,
      reason: outcome.reason)
  }

  /// What a stranger sent, short and without control characters.
  private static func plain(_ text: String?) -> String? {
    text.map { text in
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(255).filter { $0.value >= 0x20 }))
    }
  }
}

extension SandboxMode {
  /// Whether a request has its effect while the mode is on, even if its answer is spoiled.
  var reachesService: Bool {
    switch self {
    case .normal, .slow, .truncate, .halfJSON, .drop, .expire: true
    case .outage, .throttle, .captivePortal, .invalidClient, .invalidGrant, .invalidRequest,
      .staleReplica, .clock:
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
