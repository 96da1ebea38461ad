internal import JSON

/// What a request meets besides the registry: the time, where the sandbox is, and its keys.
struct Situation: Sendable {
  /// Seconds since 1970.
  var now: Int64
  /// The base of the endpoints, for example `https://127.0.0.1:4443`.
  let base: String
  /// What the service signs with.
  let keys: KeyRing
  /// Members that the discovery document has instead of its own; null leaves one out.
  let discovery: JSONObject

  /// The same at a clock that is so many seconds ahead.
  func ahead(by seconds: Int) -> Situation {
    var moved = self
    moved.now += Int64(seconds)
    return moved
  }
}
