internal import CredentialCore

/// The keys of every kind that govern looks and verdicts, with a kind's own defaults and bounds.
struct PolicyKeys: Sendable {
  let terms: LookTerms

  init(_ terms: LookTerms) { self.terms = terms }

  var interval: Key<Duration> {
    Key(
      "interval", default: terms.interval,
      range: Self.range(terms.shortestInterval, LookTerms.longestInterval),
      "The time between two regular looks at one credential.",
      check: Bounds.durations(terms.shortestInterval, LookTerms.longestInterval))
  }
  var confirmAfter: Key<Duration> {
    Key(
      "confirm_after", default: terms.confirmAfter,
      range: Self.range(terms.shortestConfirmation, LookTerms.longestConfirmation),
      "The time from a first negative answer to the look that may confirm it.",
      check: Bounds.durations(terms.shortestConfirmation, LookTerms.longestConfirmation))
  }
  var staleAfter: Key<Duration> {
    .optional(
      "stale_after", range: "interval + confirm_after to 365d",
      """
      A user whom the provider has not confirmed for so long is told of as stale; by itself three \
      intervals.
      """,
      check: Bounds.durations(
        terms.shortestInterval + terms.shortestConfirmation, LookTerms.longestStale))
  }
  let brakeMinimum = Key<Int>.optional(
    "brake_min", range: "1 to 1000000",
    "Fewer than these at once are no share of looks that puts the brake on; by itself 3 or 10.",
    check: Bounds.numbers(1, 1_000_000))
  let brakePerHour = Key<Int>.optional(
    "brake_max_per_hour", range: "1 to 1000000",
    """
    So many users who would turn in an hour put the brake on; by itself one in 1000 users, 5 to 5000.
    """,
    check: Bounds.numbers(1, 1_000_000))
  let brakePerDay = Key<Int>.optional(
    "brake_max_per_day", range: "1 to 1000000",
    """
    So many users who would turn in a day put the brake on; by itself one in 200 users, 5 to 5000.
    """,
    check: Bounds.numbers(1, 1_000_000))
  let canaries = Key<[String]>(
    "canaries", default: [], range: "at most 20 user IDs, each once",
    """
    Users who are known to be well, enrolled like others: when one is refused that is told, when most \
    are, all verdicts are kept back.
    """,
    check: PolicyKeys.subjects)
  var deadToken: Key<String> {
    Key(
      "dead_token", default: terms.deadToken.rawValue, range: "\"revoke\" or \"reauthenticate\"",
      "What a dead token leads to: the end of the sessions, or a new sign-in.",
      check: Bounds.words(ProviderPolicy.DeadToken.allCases.map(\.rawValue)))
  }
  let reports = Key<String>(
    "reports", default: ProviderPolicy.Reports.presumptive.rawValue,
    range: "\"presumptive\" or \"look\"",
    """
    What it is worth that a user's device saw the end of the credential: the first of the proofs that \
    a verdict needs, or a look.
    """,
    check: Bounds.words(ProviderPolicy.Reports.allCases.map(\.rawValue)))
  var perSecond: Key<Double> {
    let most = terms.mostLooksPerSecond
    return Key(
      "looks_per_second", default: terms.looksPerSecond, range: "0.01 to \(most)",
      "Looks in any one second at most.",
      check: {
        (0.01...Double(most)).contains($0) ? nil : "must be between 0.01 and \(most)"
      })
  }
  var inFlight: Key<Int> {
    Key(
      "in_flight", default: terms.inFlight, range: "1 to 1000",
      "Looks that wait for an answer at most.", check: Bounds.numbers(1, 1000))
  }
  var rotation: RotationKeys? { terms.rotates.map(RotationKeys.init(rotatesByDefault:)) }
}

extension PolicyKeys {
  /// The keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    [
      interval.documentation, confirmAfter.documentation, staleAfter.documentation,
      brakeMinimum.documentation, brakePerHour.documentation, brakePerDay.documentation,
      canaries.documentation, deadToken.documentation, reports.documentation,
      perSecond.documentation,
      inFlight.documentation,
    ] + (rotation?.documentation ?? [])
  }

  private static func range(_ least: Duration, _ most: Duration) -> String {
    "\(DurationText.shortText(of: least)) to \(DurationText.shortText(of: most))"
  }

  private static let subjects: @Sendable ([String]) -> String? = { texts in
    guard texts.count <= 20 else { return "names \(texts.count) users; allowed are 20" }
    var seen: Set<Subject> = []
    for text in texts {
      do throws(InvalidText) {
        guard seen.insert(try Subject(text)).inserted else { return "names \(text) twice" }
      } catch {
        return "holds a user ID that \(error.problem)"
      }
    }
    return nil
  }
}

extension DurationText {
  /// A duration as a bound is written: a day and less of it in hours.
  fileprivate static func shortText(of duration: Duration) -> String {
    duration == .seconds(86_400) ? "24h" : text(of: duration)
  }
}
