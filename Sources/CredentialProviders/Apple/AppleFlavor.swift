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
      policy: { keys.policy.read(&$0, $1) }
    ) { section, context in
      let settings = AppleSettings(&section, keys, context)
      return ProviderMaker(service: settings.endpoint, clients: settings.clients) {
        settings.provider()
      }
    }
  }

  /// What the kind allows of looks: Apple verifies a token once a day; 1,000 looks a second ask 86
  /// million users a day, more than any team has; the stand-in is also what the daemon's own speed is
  /// measured against.
  var terms: LookTerms {
    let confirmAfter: Duration = .seconds(20 * 3600)
    return switch self {
    case .apple:
      LookTerms(
        shortestInterval: .seconds(86_400), confirmAfter: confirmAfter,
        shortestConfirmation: .seconds(900), deadToken: .revoke, mostLooksPerSecond: 1000,
        budgetPeriod: .seconds(86_400))
    case .sandbox:
      LookTerms(
        shortestInterval: .seconds(1), confirmAfter: confirmAfter,
        shortestConfirmation: .seconds(1), deadToken: .revoke, mostLooksPerSecond: 100_000,
        catchUp: nil, rotates: false, hasShortDays: true)
    }
  }
}
