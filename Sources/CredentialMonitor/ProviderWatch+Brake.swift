internal import CredentialCore

extension ProviderWatch {
  /// Tells of brakes that went on or off.
  func tell(_ changes: [BrakeChange]) async {
    if changes.contains(where: { $0.brake == nil }) { await tellWaitsUncovered() }
    for change in changes { await board.note(change) }
  }

  /// Asks the store what still waits before the end of a condition uncovers it: those whom a look
  /// has just confirmed bore witness meanwhile.
  func tellWaitsUncovered() async {
    guard vigil.isTold else { return }
    await tellWaits()
  }

  /// Tells of the brakes that are on from before a start.
  func tellBrakes() async throws {
    let book = try await store.clients(of: provider.name)
    await tell(
      book.standings.keys.compactMap {
        BrakeChange(provider.name, $0, before: ClientBook(), after: book)
      })
  }
}

extension Committed {
  /// Whether something was kept back that was not before.
  var holdsBack: Bool { notices.contains { $0.kind == .verdictWithheld } }
}

extension ConditionBoard {
  /// Notes that a brake is on, or off; with `isReleased`, that an administrator took it off, whose
  /// word is told at once.
  func note(_ change: BrakeChange, isReleased: Bool = false) {
    let subject = BrakeChange.subject(change.provider, change.client)
    if let brake = change.brake {
      begin(
        .brakeOn, subject: subject, detail: "\(brake.limit.sentence): \(brake.count)",
        since: brake.since)
    } else {
      end(.brakeOn, subject: subject, isGone: isReleased)
    }
  }
}

extension BrakeChange {
  /// What the condition is about.
  static func subject(_ provider: ProviderName, _ client: ClientID) -> String {
    "\(provider) \(client)"
  }
}
