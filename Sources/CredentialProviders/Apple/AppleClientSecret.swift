internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON
internal import Linux

/// Signs the client secrets of one Apple team and keeps each for half its life.
///
/// A secret is an ES256 JWT: header `alg`, `kid`; claims `iss` (team), `iat`, `exp`, `aud` (one
/// text), `sub` (exactly the client id of the request); Apple's "Creating a client secret".
final class AppleClientSecret: Sendable {
  /// No secret may live longer than Apple allows.
  static let longestLife: Duration = .seconds(15_777_000)
  /// Who the secrets are for, and who issues identity tokens.
  static let issuer = "https://appleid.apple.com"

  /// A secret and how long it serves.
  private struct Signed: Sendable {
    let text: String
    let from: Moment
    let renewal: Moment
  }

  private let team: String
  private let signer: TokenSigner
  private let life: Duration
  /// Who signs from a time on, when the app has gone to another team.
  private let successor: (secret: AppleClientSecret, from: Moment)?
  private let signed = Lock<[ClientID: Signed]>([:])

  /// Signs with `key` for `life`, clamped to 1 second up to `longestLife`; from a time on `successor`
  /// signs instead.
  init(
    team: String, keyID: String, key: PrivateKey, life: Duration,
    successor: AppleClientSecret? = nil, from: Moment? = nil
  ) {
    self.successor = successor.flatMap { secret in from.map { (secret, $0) } }
    self.team = team
    signer = TokenSigner(key: key, algorithm: .es256, keyID: KeyID(keyID))
    self.life = min(max(life, .seconds(1)), Self.longestLife)
  }

  /// The secret of `client` at `now`, of the team that the app belongs to then.
  func text(for client: ClientID, now: Moment) throws(CryptoError) -> String {
    if let successor, successor.from <= now {
      return try successor.secret.text(for: client, now: now)
    }
    return try own(for: client, now: now)
  }

  /// The secret of `client` at `now`, of this team: a kept one in the first half of its life, else a new
  /// one.
  func own(for client: ClientID, now: Moment) throws(CryptoError) -> String {
    let kept = signed.withLock { $0[client] }
    if let kept, kept.from <= now, now < kept.renewal { return kept.text }
    let text = try sign(client, now)
    signed.withLock { $0[client] = Signed(text: text, from: now, renewal: now + life / 2) }
    return text
  }

  private func sign(_ client: ClientID, _ now: Moment) throws(CryptoError) -> String {
    let seconds = now.milliseconds / 1000
    return try signer.token(
      JSONObject([
        ("iss", .string(team)), ("iat", .integer(seconds)),
        ("exp", .integer(seconds + life.wholeMilliseconds / 1000)),
        ("aud", .string(Self.issuer)), ("sub", .string(client.text)),
      ]))
  }
}
