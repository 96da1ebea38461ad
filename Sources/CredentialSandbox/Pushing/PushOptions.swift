package import JSON

/// What a push says besides what happened to whom; nil everywhere: as the provider does.
package struct PushOptions: Sendable, Equatable {
  /// The client that it is for; nil: the first.
  package var client: String?
  /// When it is made, in seconds since 1970.
  package var issued: Int64?
  /// When it happened, in seconds since 1970.
  package var happened: Int64?
  /// Its identifier, for a push that comes twice.
  package var id: String?
  /// Why it happened, in the provider's word.
  package var reason: String?
  /// Ways to write it that differ from the usual one; each kind has its own.
  package var shapes: [String] = []
  /// What is wrong with it.
  package var forgery: Forgery?
  /// Members that the event has besides, or instead of its own; null leaves one out.
  package var members = JSONObject()

  /// A push as it should be.
  package init() {}
}
