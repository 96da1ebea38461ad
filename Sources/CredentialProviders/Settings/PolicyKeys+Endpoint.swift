internal import CredentialCore

extension PolicyKeys {
  /// The shortest times before a real provider; shorter ones are for a stand-in on this machine.
  static let shortestAbroad: Duration = .seconds(60)

  /// Reads what governs looks and verdicts of a provider at `endpoint`. Before a stand-in on this
  /// machine the times may be of seconds, and an interval stands for a day.
  func read(
    _ section: inout Section, _ context: ProviderContext, endpoint: String
  ) -> ProviderPolicy {
    var terms = terms
    terms.hasShortDays = Endpoint.isLoopback(endpoint)
    let policy = PolicyKeys(terms).read(&section, context)
    guard !terms.hasShortDays else { return policy }
    refuseShort(interval.name, policy.interval, section)
    refuseShort(confirmAfter.name, policy.confirmAfter, section)
    return policy
  }

  private func refuseShort(_ name: String, _ value: Duration, _ section: Section) {
    guard value < Self.shortestAbroad else { return }
    section.fault(
      name,
      "is \(DurationText.text(of: value)); less than "
        + "\(DurationText.text(of: Self.shortestAbroad)) is allowed before a loopback endpoint only",
      at: section.position(of: name))
  }
}
