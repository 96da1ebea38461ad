internal import CredentialCore

/// What counts as the token in the bytes of an input.
enum TokenText {
  /// The bytes without the one line end behind them; none, or too many, are refused.
  static func token(in bytes: [UInt8], limit: Int) throws(CommandFailure) -> Secret {
    var token = bytes[...]
    if token.last == UInt8(ascii: "\n") { token.removeLast() }
    if token.count < bytes.count, token.last == UInt8(ascii: "\r") { token.removeLast() }
    guard !token.isEmpty else {
      throw CommandFailure(
        .badToken, "there is no token on standard input",
        nextStep: "give it there: credstatectl register ... < FILE")
    }
    guard token.count <= limit else {
      throw CommandFailure(.badToken, "the token has more than \(limit) bytes")
    }
    return Secret(Array(token))
  }
}
