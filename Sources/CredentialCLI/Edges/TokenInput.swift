package import CredentialCore

/// Where `register` reads the token from.
///
/// To the implementer: a terminal is asked without echo or refused; never keep or print the token.
package protocol TokenInput: Sendable {
  /// Reads the token, at most `limit` bytes, without the one line end behind it.
  func readToken(limit: Int) async throws(CommandFailure) -> Secret
}
