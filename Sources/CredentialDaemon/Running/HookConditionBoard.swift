internal import CredentialCore
internal import CredentialHooks
internal import CredentialMonitor

/// Lets the hook deliverer tell its conditions to the daemon's one board.
struct HookConditionBoard: HookConditions {
  let board: ConditionBoard

  /// Notes that a condition holds.
  func begin(_ kind: ConditionKind, subject: String, detail: String) async {
    await board.begin(kind, subject: subject, detail: detail)
  }

  /// Notes that a condition does not hold.
  func end(_ kind: ConditionKind, subject: String) async {
    await board.end(kind, subject: subject)
  }
}
