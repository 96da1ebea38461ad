extension Outlook {
  /// What becomes of a push that is kept back, and what keeps others back.
  var pushes: [String] {
    let standing = book.pushes.brake(at: now).map { brake in
      "The brake of pushes is on since \(brake.since.words): more than \(brake.limit) in an hour would "
        + "end sessions. It goes off at \(brake.until.words), or by credstatectl release "
        + "\(history.credential.id.provider)."
    }
    guard let push = history.credential.heldPush else { return [standing].compactMap { $0 } }
    return [kept(push), standing].compactMap { $0 }
  }

  private func kept(_ push: HeldPush) -> String {
    let since =
      "A push (\(push.verdict.rawValue), of \(push.at.words)) is kept back since "
      + "\(push.hold.since.words), "
    let judged =
      " turns it, when no look and no sign-in since then speak for the user; else a look decides."
    switch push.hold.cause {
    case .observe:
      return since + "as the mode was observe. Leaving that mode turns nothing; to drop it: "
        + "credstatectl discard."
    case .pause: return since + "as verdicts are paused. credstatectl resume" + judged
    case .baseline:
      return since + "in the provider's first interval. credstatectl baseline accept" + judged
    case .brake:
      return since + "as too many came at once. credstatectl release" + judged
        + " To drop it: credstatectl discard."
    }
  }
}
