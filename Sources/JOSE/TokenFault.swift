/// Why a token is refused, for good: presented again it is refused again. It never holds the token.
///
/// What cannot be judged yet, because keys are not to be had, is no fault: see `KeyCache`.
package struct TokenFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as a closed set; the raw value is for programs.
  package enum Code: String, Sendable, CaseIterable {
    /// More bytes than the caller allows.
    case tooLarge = "too_large"
    /// Not three parts with dots between (RFC 7515 §7.1).
    case notCompact = "not_compact"
    /// Five parts: it is encrypted (RFC 7516), not signed.
    case encrypted = "encrypted"
    /// A part is no base64url without padding, or its unused bits are set.
    case notBase64URL = "not_base64url"
    /// The header is no JSON object, or a member that is needed has another type.
    case badHeader = "bad_header"
    /// A member of the header or of the claims occurs twice (RFC 7515 §4, RFC 7519 §4).
    case duplicateMember = "duplicate_member"
    /// The header says that nobody signed it (`none`).
    case unsigned = "unsigned"
    /// The header asks for a shared secret (HS256 and its like).
    case sharedSecret = "shared_secret"
    /// An algorithm that is not known here.
    case unknownAlgorithm = "unknown_algorithm"
    /// A known algorithm that the caller does not allow.
    case algorithmNotAllowed = "algorithm_not_allowed"
    /// The header demands an extension (`crit`); none is known here.
    case criticalExtension = "critical_extension"
    /// The payload is not encoded (RFC 7797).
    case unencodedPayload = "unencoded_payload"
    /// The header brings a key, or says where one lies.
    case embeddedKey = "embedded_key"
    /// The header's `typ` is not the one that is expected (RFC 8725 §3.11).
    case wrongType = "wrong_type"
    /// The issuer's key set, obtained after the token, has no such key.
    case unknownKey = "unknown_key"
    /// The token names no key, and several fit.
    case ambiguousKey = "ambiguous_key"
    /// The named key is for another algorithm.
    case keyMismatch = "key_mismatch"
    /// The signature has a length that the key's signatures never have.
    case signatureLength = "signature_length"
    /// The signature is not the key's.
    case badSignature = "bad_signature"
    /// The payload is no JSON object.
    case badClaims = "bad_claims"
    /// `iss` is missing, no text, or another.
    case wrongIssuer = "wrong_issuer"
    /// `aud` is missing or malformed, or names none of ours.
    case wrongAudience = "wrong_audience"
    /// `aud` names others beside us, and nothing says that the token was made for us.
    case foreignAudience = "foreign_audience"
    /// `azp` names another party.
    case wrongParty = "wrong_party"
    /// A time is missing, or is no number of seconds.
    case badTime = "bad_time"
    /// `exp` has passed.
    case expired = "expired"
    /// `nbf` lies ahead.
    case notYetValid = "not_yet_valid"
    /// `iat` lies ahead.
    case issuedAhead = "issued_ahead"
    /// `iat` is too long ago.
    case tooOld = "too_old"
    /// `nonce` is missing, no text, or another.
    case wrongNonce = "wrong_nonce"
    /// `nonce` is there and must not be.
    case unexpectedNonce = "unexpected_nonce"
    /// `sub` is missing, no text, empty, too long, or holds control characters.
    case badSubject = "bad_subject"
    /// A truth value is neither a boolean nor the text "true" or "false".
    case badFlag = "bad_flag"
    /// Any other claim that is missing or has another type.
    case badClaim = "bad_claim"
  }

  /// What is wrong.
  package let code: Code
  /// What is wrong, for people; at most 300 printable bytes.
  package let description: String

  /// Refuses a token, as a receiver with rules of its own does.
  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
