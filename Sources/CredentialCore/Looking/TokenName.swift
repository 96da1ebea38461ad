/// What a provider calls a refresh token by where it names no user: it can be made of the token, and the
/// token not of it. Part of it may be part of the token, so it is never printed.
package struct TokenName: Sendable, Hashable, CustomStringConvertible {
  /// The name, with what sort of name it is in front.
  package let text: String

  /// Names a token.
  package init(_ text: String) { self.text = text }

  /// Nothing of the name.
  package var description: String { "the name of a token" }
}
