internal import CredentialCore

extension PolicyKeys {
  /// Reads what governs looks and verdicts; faults go to the section.
  func read(_ section: inout Section, _ context: ProviderContext) -> ProviderPolicy {
    let interval = section.read(interval)
    let confirmAfter = section.read(confirmAfter)
    var policy = ProviderPolicy(
      deadToken: ProviderPolicy.DeadToken(rawValue: section.read(deadToken)) ?? .revoke,
      mode: context.mode, hasBaseline: context.hasBaseline, interval: interval,
      confirmAfter: confirmAfter,
      brake: BrakeLimits(
        minimum: section.readIfPresent(brakeMinimum),
        perHour: section.readIfPresent(brakePerHour),
        perDay: section.readIfPresent(brakePerDay)),
      evidenceDay: terms.evidenceDay(interval: interval),
      budgetPeriod: terms.budgetPeriod, looksPerSecond: section.read(perSecond),
      inFlight: section.read(inFlight), catchUp: terms.catchUp,
      looksAfterRevocation: terms.looksAfterRevocation(interval: interval),
      staleAfter: staleAfter(&section, least: interval + confirmAfter),
      canaries: section.read(canaries).compactMap { try? Subject($0) })
    policy.reports = ProviderPolicy.Reports(rawValue: section.read(reports)) ?? .presumptive
    policy.rotation = rotation?.read(&section) ?? .none
    return policy
  }

  private func staleAfter(_ section: inout Section, least: Duration) -> Duration? {
    guard let given = section.readIfPresent(staleAfter) else { return nil }
    guard given < least else { return given }
    section.fault(
      staleAfter.name,
      "is \(DurationText.text(of: given)); allowed is interval + confirm_after, here "
        + "\(DurationText.text(of: least)), to 365d",
      at: section.position(of: staleAfter.name))
    return nil
  }
}
