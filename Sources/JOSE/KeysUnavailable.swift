/// Why a token cannot be judged now: the issuer's keys are not to be had. The token is not refused.
package struct KeysUnavailable: Error, Sendable, Equatable, CustomStringConvertible {
  /// When it is worth asking again, in seconds since 1970.
  package let until: Int64
  /// What is in the way, for people.
  package let description: String

  /// Says what is in the way until then.
  package init(until: Int64, description: String) {
    (self.until, self.description) = (until, description)
  }
}
