/// What can be asked of the daemon, in domain values; the bus adapter turns messages into these.
///
/// To the implementer: errors are `OperationError` with a sentence that the caller can act on; a
/// change is durable before its call returns.
package protocol MonitorOperations: Sendable {
  /// Enrols a user or hands over a new token; a nil client stands for the provider's only one.
  func register(_ request: RegisterRequest) async throws -> Credential
  /// Verifies a sign-in and keeps what came of it.
  func signIn(_ request: SignInRequest) async throws -> SignInAnswer
  /// What is known of a user beside the identifier.
  func user(_ id: CredentialID) async throws -> UserProfile
  /// One credential.
  func credential(_ id: CredentialID) async throws -> Credential
  /// How one credential came to be as it is, and what comes next.
  func explain(_ id: CredentialID) async throws -> Explanation
  /// A page of credentials.
  func credentials(_ query: CredentialQuery) async throws -> [Credential]
  /// Makes a look due now; never `.notFound`, which is an error here.
  func checkNow(_ id: CredentialID) async throws -> CheckOutcome
  /// An access token for the provider's own API, got by a refresh whose new refresh token is durable, or
  /// one that a while ago was got so and is good for longer; `isNew` asks for the former.
  func accessToken(for id: CredentialID, isNew: Bool) async throws -> AccessToken
  /// Passes on what a user's device saw; what came of it, as a row.
  func report(_ request: ReportRequest) async throws -> Fields
  /// Removes a credential; with `revokes`, once the provider has taken its tokens back.
  func forget(_ id: CredentialID, force: Bool, revokes: Bool) async throws
  /// Has verdicts wait, or wait no longer, while looks go on.
  func pause(_ request: OperationRequest) async throws -> Fields
  /// Ends a pause; what it kept back is judged by fresh looks.
  func resume(_ request: OperationRequest) async throws -> Fields
  /// Takes the brake off and has what is kept back judged by fresh looks, or turned as it stands.
  func release(_ request: OperationRequest, asIs: Bool) async throws -> Fields
  /// Drops what is kept back.
  func discard(_ request: OperationRequest) async throws -> Fields
  /// Takes back state changes published since a time.
  func revert(_ request: OperationRequest, since: String) async throws -> Fields
  /// Accepts what a provider's first interval found; it is judged by fresh looks.
  func acceptBaseline(_ request: OperationRequest) async throws -> Fields
  /// Begins a step of the move of an app to another team, or goes on with it; it works on after the call.
  func transfer(_ stage: TransferStage, _ request: OperationRequest) async throws -> Fields
  /// How far a provider's move has come, as a row.
  func transferStatus(of provider: ProviderName) async throws -> Fields
  /// A page of the users whom a move concerns, in byte order of the subject, one row each.
  func transfers(
    of provider: ProviderName, isUnmapped: Bool, after: Subject?, limit: Int
  ) async throws -> [Fields]
  /// The newest entries of the audit, the newest first.
  func audit(limit: Int) async throws -> [AuditEntry]
  /// Notes a change in the audit that was made by another call.
  func note(_ verb: AuditVerb, by request: OperationRequest) async
  /// What a provider's answers are taken for, as a row.
  func profile(_ provider: ProviderName) async throws -> Fields
  /// Makes harmless calls to a provider and says what is wrong, as a row; one at a time.
  func test(_ provider: ProviderName) async throws -> Fields
  /// Keeps each look's redacted answer about a test user from now on; since when.
  func startRecording(_ id: CredentialID) async throws -> Moment
  /// Ends that and destroys what was kept.
  func stopRecording(_ id: CredentialID) async throws
  /// What is kept of a provider's answers, one row a user.
  func recordings(of provider: ProviderName) async throws -> [Fields]
  /// Takes what a provider pushed to an endpoint of the service; the answer, also of a refusal, says
  /// what that is to reply. It is given once what the push led to is durable.
  func submitPush(_ submission: PushSubmission, to provider: ProviderName) async throws
    -> PushAnswer
  /// A page of events after a cursor; an empty generation accepts the present one.
  func events(generation: String, after: Int64, limit: Int) async throws -> EventPage
  /// How the daemon is, as a row.
  func status() async throws -> Fields
  /// Reads the configuration again; returns after the switch.
  func reload() async throws
}

/// A registration as a caller sends it.
package struct RegisterRequest: Sendable {
  /// Provider and subject.
  package let id: CredentialID
  /// The client the token was issued to; nil for the provider's only one.
  package let client: ClientID?
  /// The refresh token.
  package let token: Secret
  /// The service's own name for the user; nil leaves the stored one.
  package let account: String?
  /// The service's labels; nil leaves the stored ones.
  package let labels: [Label]?
  /// Who asks, for the log; nil when that is not known.
  package let caller: Caller?

  /// Describes a request.
  package init(
    id: CredentialID, client: ClientID?, token: Secret, account: String?, labels: [Label]?,
    by caller: Caller? = nil
  ) {
    self.caller = caller
    self.id = id
    self.client = client
    self.token = token
    self.account = account
    self.labels = labels
  }
}

/// A page of events and the cursor for the next.
package struct EventPage: Sendable {
  /// The store's present generation.
  package let generation: String
  /// The events, ascending.
  package let events: [Event]
  /// The last number listed, or the cursor that was asked with.
  package let next: Int64

  /// Describes a page.
  package init(generation: String, events: [Event], next: Int64) {
    self.generation = generation
    self.events = events
    self.next = next
  }
}

/// Why an operation was refused; the code is the last part of the D-Bus error's name.
package struct OperationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed set of causes.
  package enum Code: String, Sendable, CaseIterable {
    /// An argument is malformed, too large or names something unknown.
    case invalidArgument = "InvalidArgument"
    /// There is no such credential.
    case notFound = "NotFound"
    /// Too much is waiting.
    case busy = "Busy"
    /// The store takes no writes.
    case storeFull = "StoreFull"
    /// A rule forbids it now.
    case refused = "Refused"
    /// There is no access token to be had for this user until the next sign-in.
    case noAccessToken = "NoAccessToken"
    /// The caller may not do this.
    case notAllowed = "NotAllowed"
    /// The cursor is of another store.
    case generationChanged = "GenerationChanged"
    /// The cursor points at events that are not kept any more.
    case behindRetention = "BehindRetention"
    /// The new configuration has faults.
    case badConfiguration = "BadConfiguration"
    /// The daemon is about to end.
    case stopping = "Stopping"
    /// A sign-in: the user gave up, or did not consent.
    case canceled = "Canceled"
    /// A sign-in, or a revocation on request: the provider refused it, or did not answer.
    case failed = "Failed"
    /// A sign-in: what was handed over or answered is not to be believed.
    case invalidResponse = "InvalidResponse"
    /// A sign-in: it cannot be handled as the daemon is configured.
    case notHandled = "NotHandled"
    /// A sign-in: anything else.
    case unknown = "Unknown"
    /// A fault of the daemon's own.
    case `internal` = "Internal"
  }

  /// The cause.
  package let code: Code
  /// What happened and what to do next.
  package let message: String

  /// Describes a refusal.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The D-Bus error name.
  package var name: String { Names.errorPrefix + code.rawValue }
  /// The message.
  package var description: String { message }
}
