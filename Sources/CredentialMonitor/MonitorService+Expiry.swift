internal import CredentialCore

extension MonitorService {
  /// Tells what of every provider's secrets is about to end or has ended, and of each change of that.
  func watchExpiries() async {
    for provider in setup.providers { await watchExpiry(of: provider.name) }
  }

  private func watchExpiry(of name: ProviderName) async {
    expiries.removeValue(forKey: name)?.cancel()
    let plan = setup.providers.first { $0.name == name }?.expiry ?? ExpiryPlan()
    let now = time.now()
    let standing = plan.standing(at: now)
    await board.note(standing, of: [.clientSecretExpiring, .clientSecretExpired], name)
    guard let next = standing.next, !isStopping else { return }
    expiries[name] = Task { [time] in
      await time.sleep(until: min(next, now + Self.longestSleep), asOf: now)
      if !Task.isCancelled { await self.watchExpiry(of: name) }
    }
  }

  /// A change that is far off is waited for a day at a time: the wall clock may be set meanwhile.
  static let longestSleep: Duration = .seconds(86_400)
}

extension ConditionBoard {
  /// Notes which of `kinds` holds of a provider; the others do not.
  func note(_ standing: ConditionStanding, of kinds: [ConditionKind], _ name: ProviderName) {
    for kind in kinds {
      if kind == standing.holds {
        begin(kind, subject: name.text, detail: standing.detail, since: standing.since)
      } else {
        end(kind, subject: name.text, isGone: true)
      }
    }
  }
}
