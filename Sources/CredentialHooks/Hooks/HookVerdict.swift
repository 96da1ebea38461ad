internal import CredentialCore

/// Reads an outcome of the runner as what it means for the delivery.
enum HookVerdict {
  /// The longest detail that is kept in the ledger, in bytes.
  static let longestDetail = 4096

  /// What a run's end means.
  static func outcome(_ run: RunOutcome) -> AttemptOutcome {
    AttemptOutcome(kind(run.ending), detail: detail(run))
  }

  private static func kind(_ ending: RunOutcome.Ending) -> AttemptOutcome.Kind {
    switch ending {
    case .exited(0): .done
    case .exited(75): .later
    case .exited(77): .notMine
    case .exited(78): .broken
    case .exited: .failed
    case .signalled: .signalled
    case .timedOut: .timedOut
    case .notStarted: .notStarted
    case .interrupted: .unknown
    }
  }

  private static func detail(_ run: RunOutcome) -> String {
    var text = words(run.ending)
    if run.killed > 0 { text += "; \(run.killed) processes were killed" }
    if !run.errors.text.isEmpty { text += "; stderr: \(run.errors.text)" }
    if !run.output.text.isEmpty { text += "; stdout: \(run.output.text)" }
    guard text.utf8.count > longestDetail else { return text }
    return String(decoding: text.utf8.prefix(longestDetail), as: UTF8.self) + "..."
  }

  private static func words(_ ending: RunOutcome.Ending) -> String {
    switch ending {
    case .exited(let status): "exit status \(status)"
    case .signalled(let number): "killed by signal \(number)"
    case .timedOut: "ended at its time limit"
    case .interrupted: "ended because the hook runner was stopped"
    case .notStarted(let reason): reason
    }
  }
}
