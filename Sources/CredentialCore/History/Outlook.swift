/// What comes next for a credential, and what it would take to log its user out.
struct Outlook {
  let history: CredentialHistory
  let policy: ProviderPolicy
  let book: ClientBook
  let restraints: Restraints
  let now: Moment

  static let notConfigured =
    "Nobody looks at it: its provider is not in the configuration. What is stored stays."

  private var credential: Credential { history.credential }

  /// Adds what comes next, as values and as sentences.
  func add(to facts: inout Fields) {
    let forecast = LookForecast(history, policy: policy, now: now)
    facts.add("mode", .text(policy.mode.rawValue))
    facts.add("next_look", (forecast?.at).map(Value.time))
    facts.add("next_purpose", (forecast?.purpose.rawValue).map(Value.text))
    facts.add("look_since", (history.inFlight?.since).map(Value.time))
    facts.add("budget_until", budgetSpentUntil.map(Value.time))
    facts.add("next", .list(next(forecast).map(Value.text)))
    facts.add("needed", .list(needed.map(Value.text)))
  }

  private func next(_ forecast: LookForecast?) -> [String] {
    var sentences = [look(forecast)]
    if forecast?.waitsForBudget != true, let until = budgetSpentUntil {
      sentences.append("No look can be had by hand before \(until.words): the budget is spent.")
    }
    for delivery in history.deliveries
    where delivery.status == .pending && !history.isUndone(delivery) {
      sentences.append("The hook \(delivery.id.hook) is due \(delivery.due.words).")
    }
    return sentences
  }

  private func look(_ forecast: LookForecast?) -> String {
    if let inFlight = history.inFlight {
      return
        "A look (\(inFlight.purpose.rawValue)) was begun at \(inFlight.since.words); its answer "
        + "is awaited."
    }
    guard let forecast else {
      return
        "No look is planned, as there is no token to ask with. The user's next sign-in brings one."
    }
    let when = forecast.at <= now ? "is due now" : "is due \(forecast.at.words)"
    let why = forecast.waitsForBudget ? " The budget is spent until then." : ""
    return
      "The next look (\(forecast.purpose.rawValue), token of \(forecast.client)) \(when).\(why)"
  }

  /// When the next look could be had by hand; nil when it can be had now.
  private var budgetSpentUntil: Moment? {
    var budget = history.budget
    guard case .refused(let until) = budget.charge(.manual, at: now, period: policy.budgetPeriod)
    else { return nil }
    return until
  }
}
