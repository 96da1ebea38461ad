internal import CredentialCore

extension ProviderWatch {
  /// Tells of users whose token or row could not be read at a claim, and when all can be again.
  func noteUnreadable(in batch: ClaimBatch) async {
    let readable = batch.looks.map(\.credential)
    await note(.sealUnreadable, batch.stillSealed, readable: readable)
    await note(.rowUnreadable, batch.unreadable, readable: readable)
  }

  /// Tells of users whose answers are about somebody else, and when none of them is left.
  func noteMismatched(in results: [LookResult]) async {
    guard
      unreadable[.tokenMismatched]?.detail != nil
        || results.contains(where: { $0.answer == .mismatched })
    else { return }
    var (mismatched, own): ([CredentialID], [CredentialID]) = ([], [])
    for result in results {
      switch result.answer {
      case .mismatched: mismatched.append(result.look.credential)
      case .authorized, .dead, .transferred: own.append(result.look.credential)
      default: break
      }
    }
    await note(.tokenMismatched, mismatched, readable: own)
  }

  /// Commits results; a row that cannot be read costs its own result and no other.
  func commitReadable(_ results: [LookResult]) async throws -> [Committed?] {
    do { return try await commit(results) } catch let error as StoreError
      where error.code == .rowUnreadable
    {
      guard results.count > 1 else {
        await note(.rowUnreadable, results.map(\.look.credential), readable: [])
        return [nil]
      }
      var committed: [Committed?] = []
      for result in results { committed += try await commitReadable([result]) }
      return committed
    }
  }

  private func note(
    _ kind: ConditionKind, _ ids: [CredentialID], readable: [CredentialID]
  ) async {
    let before = unreadable[kind, default: Unreadable()]
    var now = before
    now.note(ids, readable: readable, now: time.now(), interval: provider.policy.interval)
    unreadable[kind] = now
    if let detail = now.detail {
      await board.begin(kind, subject: provider.name.text, detail: detail)
    } else if before.detail != nil {
      await board.end(kind, subject: provider.name.text)
    }
  }
}
