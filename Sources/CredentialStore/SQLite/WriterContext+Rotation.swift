internal import CredentialCore
internal import SQLite

extension WriterContext {
  /// Puts a replacement token in the place of the one that was presented, before anything is judged;
  /// does nothing when its grant is gone.
  func keepReplacement(of result: LookResult) throws {
    guard let token = result.replacement else { return }
    let sealed = try seal.seal(token, of: result.look.credential, result.look.epoch)
    _ = try grants.replaceToken(sealed, result.look.epoch)
  }

  /// The row of a result's user. A replacement token is kept though the row cannot be read: nobody else
  /// can have refreshed it since.
  func row(for result: LookResult) throws -> StoredCredential? {
    do { return try credentials.read(result.look.credential) } catch let error as SQLiteError
      where error.code == .mismatch && result.replacement != nil
    {
      try keepReplacement(of: result)
      return nil
    }
  }

  /// Gives up answers that cannot come any more.
  func giveUpAnswers(of name: ProviderName, decider: Decider, now: Moment) throws -> GivenUpAnswers
  {
    var answers = GivenUpAnswers()
    guard let provider = try credentials.provider(name) else { return answers }
    if let unknownUpTo { answers.unknown = try grants.users(of: provider, upTo: unknownUpTo) }
    for number in try grants.outstanding(of: provider) {
      guard var stored = try readable(number) else { continue }
      if let committed = try giveUpAnswers(&stored, decider: decider, now: now) {
        answers.committed.append(committed)
      }
      answers.users += stored.record.credential.hasLostGrant ? 1 : 0
      let next = stored.record.credential.answersGivenUp
      answers.next = [answers.next, next].compactMap { $0 }.min()
    }
    return answers
  }

  private func giveUpAnswers(_ stored: inout StoredCredential, decider: Decider, now: Moment) throws
    -> Committed?
  {
    let before = stored.record
    let book = books[before.credential.id.provider] ?? ClientBook()
    guard
      let decision = stored.record.giveUpAnswers(
        decider: restrained(decider), among: book, now: now)
    else { return nil }
    var committed = Committed(
      events: try publish(decision.events, by: &stored, now: now), notices: decision.notices)
    try write(stored, before: before)
    committed.plan(stored.record.nextLook)
    return committed
  }
}
