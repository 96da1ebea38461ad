/// How long the ids of pushes are remembered, so that one that comes again changes nothing.
///
/// One that comes later still is no newer than the last, or older than the sign-in that took it back.
package enum PushMemory {
  /// So long.
  package static let span: Duration = .seconds(7 * 86_400)
  /// So many of all providers, the newest.
  package static let most = 200_000
  /// A conclusive push about a user who is not known is kept so long, under a keyed hash, for the case
  /// that the user is enrolled.
  package static let spanOfUnknown: Duration = .seconds(48 * 3600)
  /// So many of all providers, the newest.
  package static let mostUnknown = 10_000
}

extension Rule {
  /// Whether a push that it decided on is remembered: one about a time that is yet to come may be sent
  /// again when that has passed.
  package var endsPush: Bool { self != .pushAhead }
}
