/// How long the profile of a user stays whose account was deleted at the provider.
package enum ProfileRetention {
  /// At most so long, and a round more, whoever has not been told by then.
  package static let span: Duration = .seconds(4 * 86_400)
  /// The time between two rounds.
  package static let round: Duration = .seconds(86_400)
}

extension Credential {
  /// Whether nothing of the user may stay but that there was one.
  package var isDeleted: Bool { state == .notFound && reason == .accountDeleted }
}
