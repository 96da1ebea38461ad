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
      await tellUnknown(answers.unknown)
      lost.note(answers, at: now)
    } catch {
      lost.refused(at: time.now())
    }
  }

  /// Tells how many users are not looked at since the store is an older copy; each sign-in makes them fewer.
  private func tellUnknown(_ users: Int) async {
    guard users > 0, provider.policy.rotation.isRotating else {
      return await board.end(.rotationUnknown, subject: provider.name.text)
    }
    await board.begin(.rotationUnknown, subject: provider.name.text, detail: "\(users) users")
  }
}
