internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON

/// Verifies pushes that are signed tokens, by the profile of their transmitter.
struct TokenPushVerifier: PushVerifier {
  /// How far the transmitter's clock may be from ours, in seconds.
  static let leeway: Int64 = 300

  let provider: ProviderName
  let profile: TransmitterProfile
  /// The issuers that are taken, as configured.
  let issuers: [String]
  /// The clients that tokens may be for.
  let audiences: [String]
  let keys: any TokenKeys
  var silentAfter: Duration?

  func verify(_ submission: PushSubmission, now: Moment) async -> PushReading {
    var id: String?
    do throws(PushRefusal) {
      let token = try token(in: submission)
      let claims = try? UnprovenClaims(token)
      id = claims?["jti"]?.string.map(StrangerText.shown)
      try checkIssuer(claims)
      let verified = try await proven(token)
      let received = submission.received(by: now)
      let accepted = try refusing { () throws(TokenFault) in
        try rules.accept(try ClaimSet(verified), now: received.milliseconds / 1000)
      }
      let message = PushMessage(
        provider: provider, profile: profile, accepted: accepted, issuers: allIssuers,
        token: token, received: received)
      return .verified(try message.news())
    } catch {
      return .refused(
        PushRefusal(error.code, error.sentence, id: id, retryAfter: error.retryAfter))
    }
  }

  func close() { keys.close() }

  /// The configured issuers, and where the profile says so those with a slash more or less.
  private var allIssuers: [String] {
    guard profile.ignoresSlash else { return issuers }
    return issuers.flatMap { $0.hasSuffix("/") ? [$0, String($0.dropLast())] : [$0, $0 + "/"] }
  }

  private var rules: ClaimRules {
    var rules = ClaimRules(issuers: allIssuers, audiences: audiences, leeway: Self.leeway)
    rules.allowsForeignAudiences = true
    rules.party = .any
    rules.nonce = profile.nonce
    rules.expiry = profile.expiry
    rules.subject = .ignored
    return rules
  }

  /// What is plainly another issuer's costs no fetch of keys.
  private func checkIssuer(_ claims: UnprovenClaims?) throws(PushRefusal) {
    guard let issuer = claims?["iss"]?.string else { return }
    guard !allIssuers.contains(where: { $0.utf8.elementsEqual(issuer.utf8) }) else { return }
    throw PushRefusal(
      .invalidIssuer, "\(profile.noun) was issued by \(StrangerText.quoted(issuer))")
  }

  private func token(in submission: PushSubmission) throws(PushRefusal) -> CompactJWS {
    if let kinds = profile.mediaTypes, let type = submission.mediaType, !kinds.contains(type) {
      throw PushRefusal(
        .invalidRequest,
        "the content type is \(StrangerText.quoted(type)); \(profile.noun) has "
          + kinds.joined(separator: " or "))
    }
    let bytes = try profile.envelope.token(in: submission.body)
    return try refusing { () throws(TokenFault) in
      try CompactJWS(bytes: bytes, maximumBytes: TransmitterProfile.longestToken)
    }
  }

  private func proven(_ token: CompactJWS) async throws(PushRefusal) -> VerifiedJWS {
    let rules = SignatureRules(algorithms: profile.algorithms, types: profile.types)
    switch await keys.verify(token, rules) {
    case .verified(let verified): return verified
    case .refused(let fault): throw PushRefusal(fault)
    case .unavailable(let reason):
      throw PushRefusal(.unavailable, reason.description, retryAfter: .seconds(30))
    }
  }
}

/// Does something whose faults are told to the transmitter by their published codes.
func refusing<Answer>(
  _ body: () throws(TokenFault) -> Answer
) throws(PushRefusal) -> Answer {
  do throws(TokenFault) { return try body() } catch { throw PushRefusal(error) }
}

extension PushRefusal {
  /// What a fault of a token is called to the transmitter (RFC 8935 §2.4).
  init(_ fault: TokenFault) {
    let code: Code =
      switch fault.code {
      case .tooLarge: .tooLarge
      case .wrongIssuer: .invalidIssuer
      case .wrongAudience, .foreignAudience, .wrongParty: .invalidAudience
      case .unknownKey, .ambiguousKey, .keyMismatch, .unknownAlgorithm, .algorithmNotAllowed,
        .embeddedKey:
        .invalidKey
      case .unsigned, .sharedSecret, .signatureLength, .badSignature: .authenticationFailed
      default: .invalidRequest
      }
    self.init(code, fault.description)
  }
}
