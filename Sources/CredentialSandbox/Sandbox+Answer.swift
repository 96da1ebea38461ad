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
      let outcome = service.answer(request, &registry, now: now / 1_000)
      if state.mode.reachesService { state.registry = registry }
      let final = outcome.faulted(state.mode)
      state.log.append(entry(request, final, now))
      return final.response
    }
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
    case .normal, .slow, .truncate, .halfJSON, .drop: true
    case .outage, .throttle, .captivePortal, .invalidClient: false
    }
  }
}
