internal import CredentialCore
internal import Crypto
internal import JOSE

/// The events of the Shared Signals Framework and of the drafts before it, by their URIs.
enum SharedSignals {
  private static let base = "https://schemas.openid.net/secevent/"

  /// Names events by the prefix of their kind.
  static func named(_ prefix: String, _ table: [String: EventMeaning]) -> [String: EventMeaning] {
    Dictionary(table.map { (prefix + $0.key, $0.value) }) { first, _ in first }
  }

  private static let end = EventMeaning.news([.signal(.sessionEnd)])
  private static let proveAgain = EventMeaning.news([.signal(.reauthNeeded)])
  private static let look = EventMeaning.news([.askForLook])

  /// CAEP 1.0: sessions and devices; no state of a credential.
  static let sessions: [String: EventMeaning] = named(
    base + "caep/event-type/",
    [
      "session-revoked": end, "credential-change": .nothing, "token-claims-change": .nothing,
      "assurance-level-change": .nothing, "device-compliance-change": .nothing,
      "risk-level-change": .nothing, "session-established": .nothing,
      "session-presented": .nothing,
    ])

  /// RISC 1.0: accounts.
  static let accounts: [String: EventMeaning] = named(
    base + "risc/event-type/",
    [
      "account-purged": .news([.conclusive(.accountDeleted)]),
      "account-disabled": .byReason(
        ["bulk-account": []], otherwise: [.conclusive(.accountDisabled)]),
      "account-enabled": .news([.restored]), "sessions-revoked": end,
      "account-credential-change-required": proveAgain, "credential-compromise": proveAgain,
      "identifier-changed": .nothing, "identifier-recycled": .nothing,
      "recovery-activated": .nothing, "recovery-information-changed": .nothing,
      "opt-in": .nothing, "opt-out-initiated": .told, "opt-out-cancelled": .nothing,
      "opt-out-effective": .told, "verification": .nothing,
    ])

  /// The expired draft of OAuth events, which Google and Kakao send. Which token a `token-revoked` is
  /// about is not known here, so a look decides.
  static let tokens: [String: EventMeaning] = named(
    base + "oauth/event-type/",
    [
      "tokens-revoked": .news([.conclusive(.consentWithdrawn)]), "token-revoked": look,
      "client-disabled": .told, "client-credential-changed": .told,
    ])

  /// The framework's own.
  static let streams: [String: EventMeaning] = named(
    base + "ssf/event-type/", ["verification": .nothing, "stream-updated": .told])

  /// All of them.
  static let all: [String: EventMeaning] =
    [sessions, accounts, tokens, streams].reduce(into: [:]) { all, part in
      all.merge(part) { first, _ in first }
    }
}

extension TransmitterProfile {
  /// A stream of security events after RFC 8417, RFC 8935 and the Shared Signals Framework 1.0; also
  /// one that has `sub` or `exp`, which the framework forbids.
  static func sharedSignals(algorithms: [SignatureAlgorithm]) -> TransmitterProfile {
    TransmitterProfile(
      noun: "the security event", envelope: .bare, mediaTypes: ["application/secevent+jwt"],
      types: .optional(["secevent+jwt", "jwt"]), algorithms: algorithms,
      meanings: SharedSignals.all)
  }

  /// Google's Cross-Account Protection: `exp` is not to be looked at, and the issuer has a slash at its
  /// end that its configuration lacks.
  static let google = TransmitterProfile(
    noun: "the security event", envelope: .bare, mediaTypes: ["application/secevent+jwt"],
    types: .optional(["secevent+jwt", "jwt"]), expiry: .ignored, ignoresSlash: true,
    subjects: [.event, .identifier], meanings: SharedSignals.all)
}
