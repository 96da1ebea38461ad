internal import CredentialCore

/// Apple itself, or the stand-in on this machine, which needs no consideration.
enum AppleFlavor: String, Sendable, CaseIterable {
  /// Sign in with Apple.
  case apple
  /// The stand-in `credstate-sandbox` on this machine.
  case sandbox

  /// The kind as the configuration sees it.
  var kind: ProviderKind {
    let keys = AppleKeys(self)
    return ProviderKind(
      name: rawValue, keys: keys.documentation, answerKeys: AnswerEntries.documentation,
      policy: { AppleSettings.policy(&$0, keys, $1) }
    ) { section, context in
      let settings = AppleSettings(&section, keys, context)
      return ProviderMaker(service: settings.endpoint, clients: settings.clients) {
        settings.provider()
      }
    }
  }

  /// The shortest time between two regular looks: Apple verifies a token once a day.
  var shortestInterval: Duration { self == .apple ? .seconds(86_400) : .seconds(1) }

  /// The shortest time to the look that may confirm a negative answer.
  var shortestConfirmation: Duration { self == .apple ? .seconds(900) : .seconds(1) }

  /// The highest pace: 1,000 a second asks 86 million users a day, more than any team has; the
  /// stand-in is also what the daemon's own speed is measured against.
  var mostLooksPerSecond: Int { self == .apple ? 1000 : 100_000 }

  /// How many times their average rate regular looks may be made when many are overdue.
  var catchUp: Double? { self == .apple ? 1.5 : nil }

  /// How far apart looks are that count as made on different days.
  func evidenceDay(interval: Duration) -> Duration {
    self == .apple ? .seconds(20 * 3600) : min(.seconds(20 * 3600), interval)
  }

  /// How long one charged look counts.
  var budgetPeriod: Duration { self == .apple ? .seconds(86_400) : .zero }

  /// Looks at a revoked grant, in whole intervals after the revocation.
  func looksAfterRevocation(interval: Duration) -> [Duration] {
    let day = self == .apple ? .seconds(86_400) : interval
    return [day, day * 3, day * 7]
  }
}
