internal import HTTPServer

extension Outcome {
  /// This outcome as it looks while `mode` is on; client, subject and tokens stay, for the log.
  func faulted(
    _ mode: SandboxMode, by service: any ProviderService, _ request: ServerRequest
  ) -> Outcome {
    var changed = replacement(for: mode, service, request) ?? self
    changed.client = client
    changed.subject = subject
    changed.presented = presented
    if !mode.reachesService { changed.granted = nil }
    let count = changed.response.body.count
    switch mode {
    case .slow(let delay): changed.response.delay = delay
    case .truncate where count > 1: changed.response.delivery = .truncated(count: count / 2)
    case .halfJSON: changed.response.body.removeLast(count - count / 2)
    case .drop: changed.response.delivery = .dropped
    default: return changed
    }
    if mode.spoilsAnswer { changed.answer = mode.name }
    return changed
  }

  private func replacement(
    for mode: SandboxMode, _ service: any ProviderService, _ request: ServerRequest
  ) -> Outcome? {
    let reason = "mode \(mode.name)"
    switch mode {
    case .outage: return .page(503, "Service Unavailable", mode.name)
    case .captivePortal: return .page(200, "Welcome to our network", mode.name)
    case .invalidClient:
      return client == nil ? nil : service.refusal(.client(reason), to: request)
    case .invalidGrant:
      return subject == nil ? nil : service.refusal(.grant(reason), to: request)
    case .invalidRequest:
      return subject == nil ? nil : service.refusal(.request(reason), to: request)
    case .throttle(let seconds):
      var refused = service.refusal(.throttled(retryAfter: seconds), to: request)
      refused.answer = mode.name
      return refused
    case .normal, .slow, .truncate, .halfJSON, .drop, .staleReplica, .expire, .clock: return nil
    }
  }
}
