/// How a transaction takes its locks, <https://sqlite.org/lang_transaction.html>.
package enum TransactionKind: Sendable {
  /// No lock until the first statement: for a consistent read of several queries.
  case deferred
  /// The write lock at once, so that nothing read inside can be outdated.
  case immediate
}

extension Connection {
  /// Runs `body` between BEGIN and COMMIT; an error, in the body or at the COMMIT, rolls back and is
  /// thrown.
  package func transaction<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    switch kind {
    case .deferred: try run("BEGIN DEFERRED")
    case .immediate: try run("BEGIN IMMEDIATE")
    }
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` inside a savepoint of the open transaction; an error undoes what the body did and is
  /// thrown, the transaction goes on.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT step")
    do {
      let result = try body()
      try run("RELEASE step")
      return result
    } catch {
      // Some errors (full, I/O) already rolled the whole transaction back.
      if isInTransaction {
        try run("ROLLBACK TO step")
        try run("RELEASE step")
      }
      throw error
    }
  }

  private func rollBack() {
    guard isInTransaction else { return }
    // A failing ROLLBACK leaves nothing to undo that the next BEGIN would not report.
    _ = try? run("ROLLBACK")
  }
}
