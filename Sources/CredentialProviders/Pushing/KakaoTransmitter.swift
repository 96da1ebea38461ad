internal import CredentialCore
internal import JOSE

extension TransmitterProfile {
  /// Kakao's account-status webhook. Two prefixes of its events are in use.
  static let kakao = TransmitterProfile(
    noun: "the security event", envelope: .bare, mediaTypes: ["application/secevent+jwt"],
    types: .optional(["secevent+jwt", "jwt"]), expiry: .ifPresent, meanings: kakaoMeanings)

  private static let unlinked = EventMeaning.byReason(
    [
      "ACCOUNT_DELETE": [.conclusive(.accountDeleted)],
      "FORCED_ACCOUNT_DELETE": [.conclusive(.accountDeleted)],
    ], otherwise: [.conclusive(.consentWithdrawn)])

  /// That somebody is linked, or that a token is gone, proves nothing of the state: a look says.
  private static let look = EventMeaning.news([.askForLook])

  private static let oauth: [String: EventMeaning] = [
    "user-unlinked": unlinked, "user-linked": look, "tokens-revoked": look, "token-revoked": look,
    "token-issued": .nothing, "user-scope-consent": .nothing, "user-scope-withdraw": .nothing,
  ]

  private static let risc: [String: EventMeaning] = [
    "account-purged": .news([.conclusive(.accountDeleted)]),
    "account-disabled": .news([.signal(.sessionEnd), .askForLook]), "account-enabled": look,
    "credential-compromise": .news([.signal(.reauthNeeded)]),
    "account-credential-change-required": .news([.signal(.reauthNeeded)]),
    "sessions-revoked": .news([.signal(.sessionEnd)]),
    "identifier-changed": .nothing, "identifier-recycled": .nothing,
  ]

  private static let caep: [String: EventMeaning] = [
    "assurance-level-change": .nothing, "credential-change": .nothing,
    "session-revoked": .news([.signal(.sessionEnd)]),
  ]

  private static let kakaoMeanings: [String: EventMeaning] = {
    var all: [String: EventMeaning] = [
      "https://schemas.kakao.com/platevent/kakao/event-type/user-profile-changed": .nothing
    ]
    for (kind, table) in [("oauth", oauth), ("risc", risc), ("caep", caep)] {
      for prefix in [
        "https://schemas.openid.net/secevent/\(kind)/event-type/",
        "https://schemas.kakao.com/events/\(kind)/",
      ] {
        all.merge(SharedSignals.named(prefix, table)) { first, _ in first }
      }
    }
    return all
  }()
}
