/// How long keys of an issuer serve, and how often its address is asked; all in seconds.
package struct KeyCachePolicy: Sendable, Equatable {
  /// The shortest time between two fetches, whatever tokens say.
  package var interval: Int64 = 60
  /// The shortest time from a failed fetch to the next.
  package var retryInterval: Int64 = 10
  /// How long a fetch may be under way before another may begin.
  package var fetchLimit: Int64 = 30
  /// Keys are fresh for at least so long, whatever the answer says (Apple forbids all keeping).
  package var shortestLife: Int64 = 900
  /// Keys are fresh for at most so long, so that a withdrawn one goes.
  package var longestLife: Int64 = 86_400
  /// Keys that cannot be renewed serve for so long after the last success.
  package var longestUse: Int64 = 172_800

  /// The usual numbers; every one can be changed.
  package init() {}
}
