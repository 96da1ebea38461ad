package import CredentialCore

/// One thing that every store must do, as a check against any store that is new and empty.
package struct StoreContractCase: Sendable, CustomStringConvertible {
  /// The situation and its outcome, as a sentence.
  package let description: String
  /// Throws `ContractBreach` where the store does otherwise.
  package let check: @Sendable (any CredentialStore) async throws -> Void

  init(
    _ description: String, _ check: @escaping @Sendable (any CredentialStore) async throws -> Void
  ) {
    self.description = description
    self.check = check
  }
}

/// Where a store broke the contract.
package struct ContractBreach: Error, CustomStringConvertible {
  /// What was found, and where it was expected otherwise.
  package let description: String
}

/// The contract of `CredentialStore`; run it with `@Test(arguments: StoreContract.cases)`.
package enum StoreContract {
  /// Every case, each for a store of its own.
  package static let cases: [StoreContractCase] = parts.flatMap { $0 }

  private static let parts: [[StoreContractCase]] = [
    enrolment, removal, claims, budget, schedule, verdicts, control, brake, isolated, stale,
    canaries, clock, recordings, signIns, tokenNames, deletedUsers, pushes, unknownPushes,
    heldPushes, reports,
    holds, waits,
    pauses, baselines, reverts, audits, deliveries, queues, cursors, history, lives, rotation,
    replacements, rotatingLives, transfers,
  ]

  static func expect(_ condition: Bool, _ what: String, line: Int = #line) throws {
    guard !condition else { return }
    throw ContractBreach(description: "line \(line): \(what)")
  }

  static func equal<Element: Equatable>(
    _ found: Element, _ expected: Element, line: Int = #line
  ) throws {
    try expect(found == expected, "found \(found), expected \(expected)", line: line)
  }

  static func found<Element>(_ element: Element?, line: Int = #line) throws -> Element {
    guard let element else { throw ContractBreach(description: "line \(line): found nothing") }
    return element
  }
}
