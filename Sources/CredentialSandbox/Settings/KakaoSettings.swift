/// What a sandbox of the kind `kakao` does where the documentation leaves it open.
package struct KakaoSettings: Sendable {
  /// The number of the app.
  package var appID: Int64 = 100_001
  /// Whether the client secret is switched on.
  package var needsSecret = true
  /// Whether the batch call gives an object with `elements`, or a bare array.
  package var batchHasElements = false
  /// Whether an id that is not linked fails the whole batch (-101), or is left out.
  package var batchFailsWhole = false
  /// The life of a refresh token, in seconds.
  package var refreshLife: Int64 = 5_184_000
  /// How many calls of the list of users there may be in a minute.
  package var listCallsPerMinute = 100

  /// Two months for a refresh token; ids that are not linked are left out of a bare array.
  package init() {}
}
