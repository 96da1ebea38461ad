internal import CredentialCore

/// The configuration keys of a provider that pushes.
enum PushKeys {
  static let silentAfter = Key<Duration>.optional(
    "push_silent_after", range: "1h to 365d",
    "So long without a push, though there were some before, is a condition; by itself none is.",
    check: Bounds.durations(.seconds(3600), .seconds(365 * 86_400)))

  static let documentation = [silentAfter.documentation]
}
