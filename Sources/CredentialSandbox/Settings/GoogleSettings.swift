/// What a sandbox of the kind `google` does.
package struct GoogleSettings: Sendable {
  /// Whether the consent screen is in the state "Testing": refresh tokens die after seven days.
  package var isTesting = false
  /// How many live refresh tokens a user has at a client; one more ends the oldest.
  package var mostTokens = 100

  /// A published app.
  package init() {}
}
