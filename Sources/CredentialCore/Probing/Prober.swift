/// The role of a provider that can be tested without asking about any user.
///
/// To the implementer: the calls must be harmless, name no real token and cost no user's budget; they
/// end within the time that a request may take. Never throw: what went wrong is a finding.
package protocol Prober: Sendable {
  /// Tests the provider, every client of it, as it would be asked about users.
  func probe() async -> ProbeReport
}

/// One thing that a test found.
package struct ProbeFinding: Sendable, Equatable {
  /// Which.
  package let code: ProbeCode
  /// The client it is about; nil for all of them.
  package let client: ClientID?
  /// What was seen, for people, without a secret.
  package let detail: String

  /// Describes a finding.
  package init(_ code: ProbeCode, client: ClientID? = nil, _ detail: String) {
    (self.code, self.client) = (code, client)
    self.detail = Evidence(detail).summary
  }

  /// The finding as bus and command show it.
  package var fields: Fields {
    var fields: Fields = ["code": .text(code.rawValue), "well": .boolean(code.isWell)]
    fields.add("client", client.map { .text($0.text) })
    fields.add("title", .text(code.title))
    fields.add("detail", .text(detail))
    fields.add("remedy", code.remedy.isEmpty ? nil : .text(code.remedy))
    return fields
  }
}

/// What a test of a provider found.
package struct ProbeReport: Sendable {
  /// The address that was asked.
  package let address: String
  /// The proxy on the way, without its password; nil for none.
  package let proxy: String?
  /// The two clocks; nil when no answer told the time.
  package let clock: ServerClock?
  /// How many clients were tested.
  package let clients: Int
  /// What was found, the worst first.
  package let findings: [ProbeFinding]

  /// Puts a report together: a clock that is off is a finding that comes first, a fault that all
  /// clients share is told once.
  package init(
    address: String, proxy: String?, clock: ServerClock?, clients: Int, outcomes: [ProbeFinding]
  ) {
    (self.address, self.proxy, self.clock) = (address, proxy, clock)
    self.clients = clients
    findings = Self.ofClock(clock) + Self.merged(Self.related(outcomes))
  }

  /// Whether nothing is wrong.
  package var isWell: Bool { !findings.isEmpty && findings.allSatisfy(\.code.isWell) }

  /// The report as bus and command show it.
  package var fields: Fields {
    var fields: Fields = ["well": .boolean(isWell), "address": .text(address)]
    fields.add("proxy", proxy.map(Value.text))
    fields.add("clock_ahead_seconds", clock.map { .integer($0.ahead.wholeMilliseconds / 1000) })
    fields.add("clients", .integer(Int64(clients)))
    fields.add("findings", .list(findings.map { .fields($0.fields) }))
    return fields
  }

  private static func ofClock(_ clock: ServerClock?) -> [ProbeFinding] {
    guard let clock, clock.isOff else { return [] }
    return [
      ProbeFinding(clock.ahead > .zero ? .clockAhead : .clockBehind, "it is \(clock.sentence)")
    ]
  }

  /// A client that is refused while another one is accepted is unknown: the key is right.
  private static func related(_ outcomes: [ProbeFinding]) -> [ProbeFinding] {
    guard outcomes.contains(where: \.code.isWell) else { return outcomes }
    return outcomes.map { outcome in
      outcome.code == .identityRefused
        ? ProbeFinding(.clientUnknown, client: outcome.client, outcome.detail) : outcome
    }
  }

  private static func merged(_ outcomes: [ProbeFinding]) -> [ProbeFinding] {
    guard let first = outcomes.first, !first.code.isWell, outcomes.count > 1,
      outcomes.allSatisfy({ $0.code == first.code })
    else {
      return outcomes.filter { !$0.code.isWell } + outcomes.filter(\.code.isWell)
    }
    return [ProbeFinding(first.code, first.detail)]
  }
}
