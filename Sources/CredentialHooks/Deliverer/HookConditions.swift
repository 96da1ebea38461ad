package import CredentialCore

/// Where a deliverer tells that something is amiss, and that it is over; each is told once.
package protocol HookConditions: Sendable {
  /// Notes that a condition holds.
  func begin(_ kind: ConditionKind, subject: String, detail: String) async
  /// Notes that a condition does not hold.
  func end(_ kind: ConditionKind, subject: String) async
}
