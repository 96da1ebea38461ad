package import CredentialCore

/// Where `register` reads the token from, `sign-in` its document and `push` the body of a request.
///
/// To the implementer: a terminal is asked without echo or refused; never keep or print the token.
package protocol TokenInput: Sendable {
  /// Reads the token, at most `limit` bytes, without the one line end behind it.
  func readToken(limit: Int) async throws(CommandFailure) -> Secret
  /// Reads a document to its end, at most `limit` bytes; never from a terminal.
  func readDocument(limit: Int) async throws(CommandFailure) -> Secret
  /// Reads to the end, at most `limit` bytes, byte by byte.
  func readBody(limit: Int) async throws(CommandFailure) -> [UInt8]
}
