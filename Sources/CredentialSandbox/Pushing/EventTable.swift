/// The names of security events and the addresses that stand for them (SSF, CAEP, RISC, and the
/// draft of OAuth event types).
enum EventTable {
  /// Where all the addresses begin.
  static let base = "https://schemas.openid.net/secevent/"

  private static let names: [String: [String]] = [
    "caep": [
      "session-revoked", "credential-change", "token-claims-change", "assurance-level-change",
      "device-compliance-change", "risk-level-change", "session-established",
      "session-presented",
    ],
    "risc": [
      "account-purged", "account-disabled", "account-enabled",
      "account-credential-change-required", "credential-compromise", "identifier-changed",
      "identifier-recycled", "sessions-revoked", "opt-in", "opt-out-initiated",
      "opt-out-cancelled", "opt-out-effective", "recovery-activated",
      "recovery-information-changed",
    ],
    "oauth": [
      "tokens-revoked", "token-revoked", "token-issued", "client-disabled",
      "client-credential-changed", "user-unlinked", "user-linked", "user-scope-consent",
      "user-scope-withdraw",
    ],
    "ssf": ["verification", "stream-updated"],
  ]

  /// Every name.
  static var all: [String] { names.values.flatMap { $0 }.sorted() }

  /// The address of a name; what has `://` in it is one already. nil: no such name.
  static func address(_ name: String) -> String? {
    if name.contains("://") { return name }
    let family = names.first { $0.value.contains(name) }?.key
    return family.map { "\(base)\($0)/event-type/\(name)" }
  }
}
