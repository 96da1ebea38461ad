internal import CredentialCore
internal import Systemd

/// Reads an outcome of the runner as what it means for the delivery.
enum HookVerdict {
  /// The longest part of a detail, in bytes: the reason, what stderr says, what stdout says.
  static let longestPart = 1024

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
    case .lost: .notRun
    case .interrupted: .unknown
    }
  }

  private static func detail(_ run: RunOutcome) -> String {
    var text = printable(words(run.ending), limit: longestPart)
    if run.killed > 0 { text += "; \(run.killed) processes were killed" }
    for (name, output) in [("stderr", run.errors.text), ("stdout", run.output.text)]
    where !output.isEmpty {
      text += "; \(name): \(printable(output, limit: longestPart))"
    }
    return text
  }

  private static func words(_ ending: RunOutcome.Ending) -> String {
    switch ending {
    case .exited(let status): "exit status \(status)"
    case .signalled(let number): "killed by signal \(number)"
    case .timedOut: "ended at its time limit"
    case .interrupted: "ended because the hook runner was stopped"
    case .notStarted(let reason), .lost(let reason): reason
    }
  }
}
