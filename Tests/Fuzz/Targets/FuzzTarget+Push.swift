internal import CredentialCore
internal import Crypto
internal import JOSE

@testable internal import CredentialProviders

extension FuzzTarget {
  /// A body as an endpoint hands it over, and the same bytes as claims whose signature was good.
  static let push = FuzzTarget(name: "push") { bytes in
    for profile in profiles {
      do throws(PushRefusal) {
        let token = try profile.envelope.token(in: bytes)
        require(token.count <= bytes.count, "a token that is longer than its body")
      } catch { requireSound(error) }
      if let accepted = try? accepted(bytes) { requireSound(accepted, profile) }
    }
  }

  private static let profiles: [TransmitterProfile] = [
    .apple, .kakao, .google, .logout(algorithms: []), .sharedSignals(algorithms: []),
  ]

  private static func accepted(_ bytes: [UInt8]) throws(TokenFault) -> AcceptedClaims {
    var rules = ClaimRules(issuers: ["https://a.example"], audiences: ["client"], leeway: 60)
    (rules.expiry, rules.issued, rules.subject) = (.ignored, .ifPresent, .ignored)
    return try rules.accept(
      ClaimSet(fromIssuerOverTLS: token(bytes)), now: 1_790_000_000)
  }

  private static func token(_ bytes: [UInt8]) throws(TokenFault) -> CompactJWS {
    let text = "\(Base64URL.encode("{}".utf8)).\(Base64URL.encode(bytes))."
    return try CompactJWS(text, maximumBytes: 1 << 20)
  }

  private static func requireSound(_ accepted: AcceptedClaims, _ profile: TransmitterProfile) {
    guard let token = try? token([]) else { return }
    let now = Moment(milliseconds: 1_790_000_000_000)
    let message = PushMessage(
      provider: ProviderName(validText: "a"), profile: profile, accepted: accepted,
      issuers: ["https://a.example"], token: token, received: now)
    do throws(PushRefusal) {
      let verified = try message.news()
      require(Set(verified.pushes.map(\.id)).count == verified.pushes.count, "two of one id")
      require(verified.pushes.count <= TransmitterProfile.mostEvents * 2, "too many pushes")
      for kind in verified.unknown { requirePrintable(kind, limit: 64) }
      for push in verified.pushes {
        require(
          (0...32_503_680_000_000).contains(push.at.milliseconds), "a push of \(push.at)")
        requirePrintable(push.evidence.summary, limit: 200)
        require((try? Subject(bytes: push.credential.subject.bytes)) != nil, "a bad subject")
      }
    } catch { requireSound(error) }
  }

  private static func requireSound(_ refusal: PushRefusal) {
    requirePrintable(refusal.sentence, limit: 500)
    require((400...413).contains(refusal.status), "a refusal with \(refusal.status)")
  }
}
