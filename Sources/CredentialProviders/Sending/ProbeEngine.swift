internal import CredentialCore
internal import HTTP

/// Tests a provider over an HTTP client of its own, so that name, connection and TLS are tried anew.
struct ProbeEngine: Prober {
  /// More clients than this are not tested: the calls are made at once.
  static let mostClients = 32

  let codec: any ProbeCodec
  let configuration: HTTPConfiguration
  let clock: @Sendable () -> Moment

  func probe() async -> ProbeReport {
    let clients = Array(codec.clients.prefix(Self.mostClients))
    let client: HTTPClient
    do { client = try HTTPClient(configuration) } catch {
      return report(clients, nil, [ProbeFinding(.setupFailed, error.description)])
    }
    defer { client.close() }
    var requests: [HTTPRequest] = []
    var outcomes: [ProbeFinding] = []
    let now = clock()
    for (tag, id) in clients.enumerated() {
      switch codec.request(for: id, tag: tag, now: now) {
      case .success(let request): requests.append(request)
      case .failure(let reason):
        outcomes.append(ProbeFinding(.notSent, client: id, reason.finding.evidence.summary))
      }
    }
    var serverClock: ServerClock?
    for await (completion, received) in completions(of: requests, over: client) {
      if case .success(let response) = completion.outcome, serverClock == nil {
        serverClock = ServerClock(response, received: received)
      }
      outcomes.append(outcome(of: completion, client: clients[completion.tag]))
    }
    return report(clients, serverClock, outcomes)
  }

  /// Each completion once, with the time of its arrival; it ends with the last.
  private func completions(
    of requests: [HTTPRequest], over client: HTTPClient
  ) -> AsyncStream<(HTTPCompletion, Moment)> {
    AsyncStream { feed in
      guard !requests.isEmpty else { return feed.finish() }
      let left = Countdown(requests.count)
      client.submit(requests) { [clock] completions in
        let received = clock()
        for completion in completions { feed.yield((completion, received)) }
        if left.count(completions.count) { feed.finish() }
      }
    }
  }

  private func outcome(of completion: HTTPCompletion, client: ClientID) -> ProbeFinding {
    switch completion.outcome {
    case .success(let response): codec.outcome(of: response, client: client)
    case .failure(let failure):
      ProbeFinding(ProbeCode(failure, usesProxy: usesProxy), client: client, failure.text)
    }
  }

  private func report(
    _ clients: [ClientID], _ serverClock: ServerClock?, _ outcomes: [ProbeFinding]
  ) -> ProbeReport {
    ProbeReport(
      address: codec.address, proxy: usesProxy ? configuration.proxy?.place : nil,
      clock: serverClock, clients: clients.count,
      outcomes: outcomes.sorted { Self.order($0) < Self.order($1) })
  }

  private static func order(_ finding: ProbeFinding) -> (String, String) {
    (finding.client?.text ?? "", finding.code.rawValue)
  }

  private var usesProxy: Bool { configuration.usesProxy(for: codec.address) }
}

extension ServerClock {
  /// The clocks at an answer that tells the time.
  init?(_ response: HTTPResponse, received: Moment) {
    guard let seconds = response.date else { return nil }
    self.init(server: Moment(milliseconds: seconds * 1000), received: received)
  }
}

extension ProbeCode {
  /// What a request without an answer shows.
  init(_ failure: HTTPFailure, usesProxy: Bool) {
    switch failure.cause {
    case .certificateExpired: self = .certificateExpired
    case .certificateNotYetValid: self = .certificateNotYetValid
    case .certificateUntrusted: self = .certificateUntrusted
    case .certificateName: self = .certificateName
    case .proxyNotFound: self = .proxyNotFound
    case .proxyRefused(let status): self = status == 407 ? .proxySignIn : .proxyRefused
    case .connectionRefused: self = usesProxy ? .proxyNotConnected : .connectionRefused
    case nil: self.init(failure.kind, usesProxy: usesProxy)
    }
  }

  private init(_ kind: HTTPFailure.Kind, usesProxy: Bool) {
    self =
      switch kind {
      case .resolve: .nameNotFound
      case .connect: usesProxy ? .proxyNotConnected : .notConnected
      case .certificate, .tls: .tlsFailed
      case .lost, .cancelled: .connectionLost
      case .timeout: .timedOut
      case .tooLarge, .malformed: .malformed
      }
  }
}
