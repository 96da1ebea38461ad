/// The role of a provider whose users go to another team with an app.
///
/// To the implementer: each question is answered once, in the order given, and nothing is asked twice of
/// your own accord. What may be about the user is `refused`; what is about us is `broken`; a failure to
/// learn is `failed`. Never put a token or a part of the profile into a sentence.
package protocol TransferAgent: Sendable {
  /// Asks, at once, all of them; `now` is the wall time to sign client secrets with.
  func ask(_ questions: [TransferQuestion], now: Moment) async -> [TransferReply]
}

/// What is asked about one user of a move.
package enum TransferQuestion: Sendable, Equatable {
  /// The identifier for the move of a user of the sending team (Apple's `transfer_sub`).
  case identifier(of: Subject)
  /// The receiving team's name of the user whom that identifier stands for.
  case successor(of: Subject)
}

/// What was answered.
package enum TransferReply: Sendable, Equatable {
  /// The identifier for the move.
  case identifier(Subject)
  /// The user's name at the receiving team, and what was told of the user.
  case successor(Subject, UserProfile)
  /// Refused; why, for people. The user may have withdrawn consent before.
  case refused(String)
  /// Nothing was learnt; it may be asked again.
  case failed(String)
  /// We are refused: asking on is of no use.
  case broken(String)
}
