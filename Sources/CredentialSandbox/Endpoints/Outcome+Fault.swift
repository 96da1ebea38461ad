internal import HTTPServer

extension Outcome {
  /// This outcome as it looks while `mode` is on; client and subject stay, for the log.
  func faulted(_ mode: SandboxMode) -> Outcome {
    var changed = replacement(for: mode) ?? self
    changed.client = client
    changed.subject = subject
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

  private func replacement(for mode: SandboxMode) -> Outcome? {
    switch mode {
    case .outage: return .page(503, "Service Unavailable", mode.name)
    case .captivePortal: return .page(200, "Welcome to our network", mode.name)
    case .invalidClient:
      return client == nil ? nil : .failure(.invalidClient, "mode invalid-client")
    case .invalidGrant: return subject == nil ? nil : .failure(.invalidGrant, "mode \(mode.name)")
    case .invalidRequest:
      return subject == nil ? nil : .failure(.invalidRequest, "mode \(mode.name)")
    case .throttle(let seconds):
      let headers = seconds.map { [HeaderField("Retry-After", String($0))] } ?? []
      return .page(429, "Too Many Requests", mode.name, headers: headers)
    case .normal, .slow, .truncate, .halfJSON, .drop, .staleReplica, .expire, .clock: return nil
    }
  }
}
