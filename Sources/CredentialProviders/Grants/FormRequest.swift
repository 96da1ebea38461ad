internal import CredentialCore
internal import Crypto
internal import HTTP

/// What all requests with a form have in common.
enum FormRequest {
  /// The fields of each.
  static let fields = [
    HTTPField("Content-Type", "application/x-www-form-urlencoded"),
    HTTPField("Accept", "application/json"),
  ]

  /// Nothing is sent as nothing could be signed.
  static func notSigned(_ error: CryptoError) -> NotSent {
    NotSent(finding: Finding(.misconfigured, "no client assertion could be signed: \(error)"))
  }
}
