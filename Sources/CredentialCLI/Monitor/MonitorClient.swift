package import CredentialCore

/// The daemon's API as the verbs use it.
///
/// To the implementer: every method throws `CommandFailure`, and nothing else; a token never goes
/// into an argument or an error.
package protocol MonitorClient: Sendable {
  /// Enrols a user; answers with the credential's row.
  func register(_ registration: EnrolRequest) async throws(CommandFailure) -> Fields
  /// Has a sign-in verified; answers with what came of it.
  func signIn(_ handoff: SignInHandoff) async throws(CommandFailure) -> Fields
  /// What is known of a user.
  func user(provider: String, subject: String) async throws(CommandFailure) -> Fields
  /// One credential's row.
  func credential(provider: String, subject: String) async throws(CommandFailure) -> Fields
  /// Why one credential is as it is, and what comes next.
  func explain(provider: String, subject: String) async throws(CommandFailure) -> ExplanationRows
  /// A page of credentials; the cursor is empty for the first page.
  func credentials(
    provider: String, state: String?, held: Bool, stale: Bool, cursor: String, limit: UInt32
  ) async throws(CommandFailure) -> CredentialListing
  /// Makes a look due; answers with its outcome's row.
  func checkNow(provider: String, subject: String) async throws(CommandFailure) -> Fields
  /// Has an access token handed over; `isNew` wants one of a refresh made now.
  func accessToken(
    provider: String, subject: String, isNew: Bool
  ) async throws(CommandFailure) -> AccessHandover
  /// Passes on what a user's device saw; answers with its outcome's row.
  func report(_ report: DeviceReport) async throws(CommandFailure) -> Fields
  /// Hands over what a provider pushed to an endpoint; what that is to reply.
  func submitPush(_ push: PushHandover) async throws(CommandFailure) -> Fields
  /// Removes a credential; with `revokes`, once the provider has taken its tokens back.
  func forget(
    provider: String, subject: String, force: Bool, revokes: Bool
  ) async throws(CommandFailure)
  /// Does an operation on verdicts; answers with its outcome's row.
  func operate(_ operation: VerdictOperation) async throws(CommandFailure) -> Fields
  /// How far a move to another team has come.
  func transfer(provider: String) async throws(CommandFailure) -> Fields
  /// A page of the users whom it concerns; the cursor is empty for the first page.
  func transfers(
    provider: String, unmapped: Bool, cursor: String, limit: UInt32
  ) async throws(CommandFailure) -> CredentialListing
  /// The newest entries of the audit.
  func audit(limit: UInt32) async throws(CommandFailure) -> [Fields]
  /// What a provider's answers are taken for.
  func profile(provider: String) async throws(CommandFailure) -> Fields
  /// Has a provider tested; what was found.
  func testProvider(provider: String) async throws(CommandFailure) -> Fields
  /// Has redacted answers about a test user kept; since when.
  func startRecording(provider: String, subject: String) async throws(CommandFailure) -> Moment
  /// Ends that and destroys what was kept.
  func stopRecording(provider: String, subject: String) async throws(CommandFailure)
  /// What was kept of a provider's answers, a row for each user.
  func recordings(provider: String) async throws(CommandFailure) -> [Fields]
  /// A page of events behind a sequence number; an empty generation accepts the present one.
  func events(
    generation: String, after: UInt64, limit: UInt32
  ) async throws(CommandFailure) -> EventListing
  /// How the daemon is.
  func status() async throws(CommandFailure) -> Fields
  /// Makes the daemon read its configuration again.
  func reload() async throws(CommandFailure)
  /// Calls `hint`, from any thread, whenever there may be events or the daemon may be back. When it
  /// returns, no later event is missed.
  func subscribe(_ hint: @escaping @Sendable () -> Void) async throws(CommandFailure)
}

/// What `register` hands over.
package struct EnrolRequest: Sendable {
  /// The configured provider.
  package var provider: String
  /// The provider's user ID.
  package var subject: String
  /// The client id the token was issued to.
  package var client: String
  /// The refresh token.
  package var token: Secret
  /// The service's own name for the user; nil leaves the stored one.
  package var account: String?
  /// The service's labels; nil leaves the stored ones.
  package var labels: [Label]?

  /// Gathers a request.
  package init(
    provider: String, subject: String, client: String, token: Secret, account: String?,
    labels: [Label]?
  ) {
    (self.provider, self.subject, self.client) = (provider, subject, client)
    (self.token, self.account, self.labels) = (token, account, labels)
  }
}

/// What `push` hands over.
package struct PushHandover: Sendable {
  /// The configured provider.
  package var provider: String
  /// The body as it came.
  package var body: [UInt8]
  /// The request's Content-Type; nil when nobody says.
  package var contentType: String?
  /// The request's Authorization.
  package var authorization: Secret?
  /// Other headers by their names in lower case.
  package var headers: [(name: String, value: String)]
  /// When it reached the endpoint; nil: now.
  package var received: Moment?

  /// Gathers what is handed over.
  package init(
    provider: String, body: [UInt8], contentType: String? = nil, authorization: Secret? = nil,
    headers: [(name: String, value: String)] = [], received: Moment? = nil
  ) {
    (self.provider, self.body, self.contentType) = (provider, body, contentType)
    (self.authorization, self.headers, self.received) = (authorization, headers, received)
  }
}

/// What happened to a credential, and what holds now.
package struct ExplanationRows: Sendable, Equatable {
  /// What happened, the oldest first.
  package let rows: [Fields]
  /// What holds now and comes next.
  package let facts: Fields

  /// Makes an explanation.
  package init(rows: [Fields], facts: Fields) {
    (self.rows, self.facts) = (rows, facts)
  }
}

/// Some credentials, and where the next ones begin.
package struct CredentialListing: Sendable, Equatable {
  /// The rows.
  package let rows: [Fields]
  /// Empty after the last page.
  package let nextCursor: String

  /// Makes a page.
  package init(rows: [Fields], nextCursor: String) {
    self.rows = rows
    self.nextCursor = nextCursor
  }
}

/// Some events, and where the next ones begin.
package struct EventListing: Sendable, Equatable {
  /// The store's generation.
  package let generation: String
  /// The rows, each with a `sequence`.
  package let rows: [Fields]
  /// The cursor for the next page.
  package let next: UInt64

  /// Makes a page.
  package init(generation: String, rows: [Fields], next: UInt64) {
    (self.generation, self.rows, self.next) = (generation, rows, next)
  }
}
