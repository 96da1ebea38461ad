internal import Crypto

/// The users, their sign-ins, tokens and pending codes of a sandbox.
struct Registry: Sendable {
  /// How long a code may be redeemed, in seconds.
  static let codeLife: Int64 = 300

  /// Tokens issued up to this moment, in seconds since 1970, are dead; nil: none for their age.
  var deadUpTo: Int64?
  /// How many live sign-ins a user has at a client; one more ends the oldest. nil: any number.
  var mostGrants: Int?
  /// Identifiers of client assertions that were used, and until when they count.
  var assertions: [String: Int64] = [:]
  /// The transfer of the app to another team; nil: there is none.
  var transfer: TeamTransfer?
  /// Access tokens for the exchange of users' names.
  var migrationTokens: [String: MigrationToken] = [:]
  /// When calls with a limit were made, in seconds since 1970.
  var limitedCalls: [Int64] = []
  /// Who is linked, of users with a number.
  private(set) var linked = LinkedUsers()
  /// The subjects in the order they were added.
  private(set) var subjects: [String] = []
  private var grants: [Int: Grant] = [:]
  private var ofSubject: [String: [Int]] = [:]
  private var tokens: [String: RefreshToken] = [:]
  private var codes: [String: PendingCode] = [:]
  private var accesses: [String: AccessToken] = [:]
  private var accessOfGrant: [Int: String] = [:]

  /// Signs `subject` in to `client` and returns the new refresh token.
  mutating func signIn(
    _ subject: String, _ client: String, _ options: SignInOptions = SignInOptions(), now: Int64
  ) -> (token: String, grant: Grant) {
    let grant = Grant(
      number: grants.count + 1, subject: subject, client: client, issued: now, options: options)
    grants[grant.number] = grant
    if ofSubject[subject] == nil { subjects.append(subject) }
    ofSubject[subject, default: []].append(grant.number)
    linked.note(subject, isLinked: true)
    endOldest(of: grant)
    return (makeToken(of: grant.number, now: now), grant)
  }

  private mutating func endOldest(of newest: Grant) {
    guard let mostGrants else { return }
    let live = (grants(of: newest.subject) ?? []).filter {
      $0.client == newest.client && $0.revokedAs == nil
    }
    guard live.count > mostGrants, let oldest = live.first else { return }
    end(oldest.number, as: .invalidGrant)
  }

  private mutating func makeToken(of grant: Int, now: Int64) -> String {
    let token = "r." + Base64URL.encode(randomBytes(32))
    tokens[token] = RefreshToken(grant: grant, issued: now)
    return token
  }

  /// The grant behind a refresh token, and the token's own record.
  func presented(_ token: String) -> (record: RefreshToken, grant: Grant)? {
    guard let record = tokens[token], let grant = grants[record.grant] else { return nil }
    return (record, grant)
  }

  /// Replaces a refresh token by a new one of the same grant.
  mutating func replace(_ token: String, now: Int64) -> String {
    guard let record = tokens[token] else { return token }
    let successor = makeToken(of: record.grant, now: now)
    tokens[token]?.replaced = now
    tokens[token]?.successor = successor
    return successor
  }

  /// Whether a token is dead for its age.
  func hasExpired(_ token: RefreshToken) -> Bool { deadUpTo.map { token.issued <= $0 } ?? false }

  /// Ends one grant with all its tokens.
  mutating func end(_ grant: Int, as answer: RevokedAs) {
    grants[grant]?.revokedAs = answer
    if let subject = grants[grant]?.subject { noteLink(subject) }
  }

  /// Marks every sign-in of `subject` so far; nil makes them good again. False: nobody.
  mutating func mark(_ subject: String, _ revokedAs: RevokedAs?) -> Bool {
    guard let own = ofSubject[subject] else { return false }
    for number in own { grants[number]?.revokedAs = revokedAs }
    noteLink(subject)
    return true
  }

  private mutating func noteLink(_ subject: String) {
    let last = grants(of: subject)?.last?.revokedAs
    linked.note(subject, isLinked: last == nil || last == .invalidGrant)
  }

  /// The sign-ins of a user, oldest first; nil for nobody.
  func grants(of subject: String) -> [Grant]? { ofSubject[subject]?.compactMap { grants[$0] } }

  /// All users in the order they were added.
  func users() -> [SandboxUser] {
    subjects.map { subject in
      let own = grants(of: subject) ?? []
      var clients: [String] = []
      for grant in own where !clients.contains(grant.client) { clients.append(grant.client) }
      return SandboxUser(subject: subject, clients: clients, revokedAs: own.last?.revokedAs)
    }
  }
}

extension Registry {
  /// Makes an authorization code for `subject` at `client`, good once and for five minutes.
  mutating func makeCode(
    _ subject: String, _ client: String, _ options: SignInOptions, now: Int64
  ) -> String {
    let code = "c." + Base64URL.encode(randomBytes(24))
    codes[code] = PendingCode(
      subject: subject, client: client, options: options, expires: now + Self.codeLife)
    return code
  }

  /// The code as it was handed out.
  func code(_ code: String) -> PendingCode? { codes[code] }

  /// Trades a code that was found good for a refresh token; it is used up.
  mutating func redeem(
    _ code: String, now: Int64
  ) -> (token: String, grant: Grant)? {
    guard let found = codes[code] else { return nil }
    let made = signIn(found.subject, found.client, found.options, now: now)
    codes[code]?.grant = made.grant.number
    return made
  }

  /// Gives out an access token of a grant; the one before it is forgotten.
  mutating func makeAccess(
    _ grant: Int, now: Int64, life: Int64 = TokenIssuer.accessLife
  ) -> String {
    let access = "a." + Base64URL.encode(randomBytes(32))
    if let old = accessOfGrant[grant] { accesses[old] = nil }
    accessOfGrant[grant] = access
    accesses[access] = AccessToken(grant: grant, issued: now, expires: now + life)
    return access
  }

  /// An access token and its grant; nil when it is unknown, old or replaced.
  func access(_ token: String, now: Int64) -> (record: AccessToken, grant: Grant)? {
    guard let record = accesses[token], record.expires > now, let grant = grants[record.grant]
    else { return nil }
    return (record, grant)
  }
}
