/// Something that is not as it should be and lasts, declared once: code, title, what to do.
package enum ConditionKind: String, Sendable, CaseIterable {
  /// The provider cannot be reached or answers with server errors.
  case providerUnreachable = "provider_unreachable"
  /// The provider refuses requests for their number.
  case providerThrottled = "provider_throttled"
  /// The provider refuses our own identity.
  case providerMisconfigured = "provider_misconfigured"
  /// Credentials are not watched: their provider is not configured (any more).
  case providerNotConfigured = "provider_not_configured"
  /// Credentials wait whose client id is not configured.
  case clientNotConfigured = "client_not_configured"
  /// Stored tokens belong to other users than those they were handed over for.
  case tokenMismatched = "token_mismatched"
  /// Too many users of a client would turn at once.
  case brakeOn = "brake_on"
  /// The store takes no writes.
  case storeBlocked = "store_blocked"
  /// Tokens cannot be unsealed.
  case sealUnreadable = "seal_unreadable"
  /// Rows of the store cannot be read.
  case rowUnreadable = "row_unreadable"
  /// A loop of the daemon does not turn.
  case loopStuck = "loop_stuck"
  /// The message bus is away.
  case busLost = "bus_lost"
  /// The hook runner is away.
  case hookRunnerLost = "hook_runner_lost"
  /// A hook says that its own configuration is broken, or may not run.
  case hookStopped = "hook_stopped"
  /// Open deliveries belong to a hook that is not configured any more.
  case hookOrphaned = "hook_orphaned"

  /// What is so, in a few words.
  package var title: String { text.title }
  /// What an administrator should do.
  package var remedy: String { text.remedy }

  private var text: (title: String, remedy: String) {
    switch self {
    case .providerUnreachable:
      (
        "The provider cannot be reached",
        "Nobody is logged out for this. Check network, DNS and proxy, or wait for the provider."
      )
    case .providerThrottled:
      (
        "The provider throttles our requests",
        "Looks wait as long as it asks. Lower looks_per_second if it lasts."
      )
    case .providerMisconfigured:
      (
        "The provider refuses this service's own identity",
        "Nobody is logged out for this. Check team, key and client ids, the key file and the clock."
      )
    case .providerNotConfigured:
      (
        "Users belong to a provider that is not configured",
        "Nobody looks at them. Configure it under its old name, or forget them; then reload."
      )
    case .clientNotConfigured:
      (
        "Credentials belong to a client id that is not configured",
        "Add the client id to the provider's clients, or forget these credentials; then reload."
      )
    case .tokenMismatched:
      (
        "Tokens belong to other users than those they are stored for",
        "Such a user is not watched. Register the token under the subject of its own id_token."
      )
    case .brakeOn:
      (
        "Too many users would be logged out at once; the verdicts are kept back",
        "Nobody is logged out for this. Check the provider, client id and key. The brake goes off "
          + "when looks are good again; if the users are gone, run: credstatectl release PROVIDER"
      )
    case .storeBlocked:
      (
        "The store takes no writes",
        "Nothing is lost. Free disk space, or end the program that holds the store's lock."
      )
    case .sealUnreadable:
      (
        "Some tokens cannot be unsealed",
        "No look is made for them. Give the daemon the sealing key they were sealed with."
      )
    case .rowUnreadable:
      (
        "Rows of the store cannot be read",
        "No look is made for these users, the others go on. Restore their rows from a backup."
      )
    case .loopStuck:
      (
        "A part of the daemon hangs",
        "The service manager restarts the daemon when it lasts; nothing is lost. Please report it."
      )
    case .busLost:
      ("The message bus is away", "Looks and hooks go on; signals are sent when it is back.")
    case .hookRunnerLost:
      (
        "The hook runner is away",
        "Events are kept. Check: systemctl status credstate-hookd.service"
      )
    case .hookStopped:
      (
        "A hook does not run",
        "Its events are tried again until give_up_after. Mend what the detail names, then reload."
      )
    case .hookOrphaned:
      (
        "Events wait for a hook that is not configured any more",
        "Configure the hook again under its old name, or leave them as they are."
      )
    }
  }
}

/// A condition that holds: its kind, whom it concerns, since when.
package struct Condition: Sendable, Equatable {
  /// Which.
  package let kind: ConditionKind
  /// The provider, hook or file it concerns; empty for the daemon as a whole.
  package let subject: String
  /// When it began.
  package let since: Moment
  /// What was seen, for people.
  package let detail: String

  /// As status shows it.
  package var fields: Fields {
    [
      "condition": .text(kind.rawValue), "subject": .text(subject), "since": .time(since),
      "title": .text(kind.title), "detail": .text(detail), "remedy": .text(kind.remedy),
    ]
  }
}

/// The conditions that hold now; each is told once when it begins and once when it ends.
package struct Conditions: Sendable {
  /// What tells two conditions apart.
  private struct Key: Hashable {
    let kind: ConditionKind
    let subject: String
  }

  private var holding: [Key: Condition] = [:]

  /// Nothing is amiss.
  package init() {}

  /// The conditions that hold, the longest-standing first.
  package var current: [Condition] {
    holding.values.sorted {
      ($0.since, $0.kind.rawValue, $0.subject) < ($1.since, $1.kind.rawValue, $1.subject)
    }
  }

  /// Notes that a condition holds; returns the notice to log when that is news.
  package mutating func begin(
    _ kind: ConditionKind, subject: String, detail: String, at now: Moment
  ) -> Notice? {
    let key = Key(kind: kind, subject: subject)
    guard holding[key] == nil else { return nil }
    let condition = Condition(kind: kind, subject: subject, since: now, detail: detail)
    holding[key] = condition
    return Notice(.conditionBegan, condition.fields)
  }

  /// Notes that a condition does not hold (any more); returns the notice when that is news.
  package mutating func end(_ kind: ConditionKind, subject: String, at now: Moment) -> Notice? {
    guard let condition = holding.removeValue(forKey: Key(kind: kind, subject: subject)) else {
      return nil
    }
    let lasted = max(.zero, now - condition.since).wholeMilliseconds / 1000
    return Notice(
      .conditionEnded,
      [
        "condition": .text(kind.rawValue), "subject": .text(subject),
        "title": .text(kind.title), "lasted_seconds": .integer(lasted),
      ])
  }
}
