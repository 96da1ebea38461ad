internal import CredentialCore
internal import JOSE

extension TransmitterProfile {
  /// Apple's server-to-server notifications ("Processing changes for Sign in with Apple accounts").
  ///
  /// Both spellings of the deletion are in use; `exp` is missing in the documentation's example.
  static let apple = TransmitterProfile(
    noun: "the notification", envelope: .member("payload"), shape: .typed, needsID: false,
    subjects: [.event],
    meanings: [
      "consent-revoked": .news([.conclusive(.consentWithdrawn)]),
      "account-delete": .news([.conclusive(.accountDeleted)]),
      "account-deleted": .news([.conclusive(.accountDeleted)]),
      "email-disabled": .news([.signal(.emailDisabled)]),
      "email-enabled": .news([.signal(.emailEnabled)]),
    ],
    status: 200)
}
