/// What a store knows of rotating tokens whose answers do not come.
package struct GivenUpAnswers: Sendable {
  /// What was published, of each user.
  package var committed: [Committed] = []
  /// When the next of them is given up; nil when none may be presented once more.
  package var next: Moment?
  /// How many users of the provider have a token that is lost for good.
  package var users = 0

  /// How many users have a token that may have been used up elsewhere, as the store is an older copy; it is
  /// not presented to a provider that replaces tokens.
  package var unknown = 0

  /// Nothing is known yet.
  package init() {}
}
