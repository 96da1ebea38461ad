internal import Crypto

/// The users, their grants and the pending codes of a sandbox.
struct Registry: Sendable {
  /// One sign-in of one user to one client.
  struct Grant: Sendable {
    let subject: String
    let client: String
    /// Seconds since 1970.
    let issued: Int64
    var revokedAs: RevokedAs?
  }

  /// A code that was handed out.
  private struct Code: Sendable {
    let subject: String
    let client: String
    let expires: Int64
  }

  /// How long a code may be redeemed, in seconds.
  static let codeLife: Int64 = 300

  /// Tokens issued up to this moment, in seconds since 1970, are dead; nil: none for their age.
  var deadUpTo: Int64?
  private var grants: [String: Grant] = [:]
  private var tokens: [String: [String]] = [:]
  private var order: [String] = []
  private var codes: [String: Code] = [:]

  /// Signs `subject` in to `client` and returns the new refresh token.
  mutating func signIn(_ subject: String, _ client: String, now: Int64) -> String {
    let token = "r." + Base64URL.encode(randomBytes(32))
    grants[token] = Grant(subject: subject, client: client, issued: now)
    if tokens[subject] == nil { order.append(subject) }
    tokens[subject, default: []].append(token)
    return token
  }

  /// Makes an authorization code for `subject` at `client`, good once and for five minutes.
  mutating func makeCode(_ subject: String, _ client: String, now: Int64) -> String {
    let code = "c." + Base64URL.encode(randomBytes(24))
    codes[code] = Code(subject: subject, client: client, expires: now + Self.codeLife)
    return code
  }

  /// Trades a code for a refresh token; nil when unknown, used, expired or another client's.
  mutating func redeem(_ code: String, _ client: String, now: Int64) -> (String, Grant)? {
    guard let found = codes[code], found.client == client, found.expires > now else { return nil }
    codes[code] = nil
    let token = signIn(found.subject, client, now: now)
    return grants[token].map { (token, $0) }
  }

  /// The subject a code belongs to.
  func subject(ofCode code: String) -> String? { codes[code]?.subject }

  /// Whether a grant is dead for its age.
  func hasExpired(_ grant: Grant) -> Bool { deadUpTo.map { grant.issued <= $0 } ?? false }

  /// The grant behind a refresh token.
  func grant(_ token: String) -> Grant? { grants[token] }

  /// Marks every sign-in of `subject` so far; nil makes them good again. False: nobody.
  mutating func mark(_ subject: String, _ revokedAs: RevokedAs?) -> Bool {
    guard let tokens = tokens[subject] else { return false }
    for token in tokens { grants[token]?.revokedAs = revokedAs }
    return true
  }

  /// All users in the order they were added.
  func users() -> [SandboxUser] {
    order.map { subject in
      let own = (tokens[subject] ?? []).compactMap { grants[$0] }
      var clients: [String] = []
      for grant in own where !clients.contains(grant.client) { clients.append(grant.client) }
      return SandboxUser(subject: subject, clients: clients, revokedAs: own.last?.revokedAs)
    }
  }
}
