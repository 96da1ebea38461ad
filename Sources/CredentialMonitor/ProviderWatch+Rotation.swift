internal import CredentialCore

extension ProviderWatch {
  /// Gives up answers about rotating tokens that cannot come any more, when it is time for that, and
  /// tells how many users have lost their token so.
  func giveUpAnswers() async {
    guard lost.isDue(at: time.now()) else { return }
    turns.rest()
    defer { turns.work() }
    do {
      let answers = try await store.giveUpAnswers(
        of: provider.name, decider: decider, now: try await noteClock())
      let now = time.now()
      for outcome in answers.committed { ledger.record(outcome) }
      if answers.committed.contains(where: { $0.nextDue != nil }) { nudge() }
      if answers.users > 0 {
        await board.begin(
          .rotationLost, subject: provider.name.text, detail: "\(Amount(answers.users, "user"))")
      } else if lost.isTold {
        await board.end(.rotationLost, subject: provider.name.text)
      }
      lost.note(answers, at: now)
    } catch {
      lost.refused(at: time.now())
    }
  }
}
