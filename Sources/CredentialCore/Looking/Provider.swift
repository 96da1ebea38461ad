/// The role of a provider that can be asked about single credentials.
///
/// To the implementer: `start` must return at once and must not block; `report` is called with
/// batches, from any thread, until each look was reported exactly once, also when the provider is
/// closed meanwhile. An outcome that cannot be learnt is a result (`transient`), not an error. Never
/// retry inside: the budget was charged for one request, and the token may be used up by it. Never put a token into the evidence.
package protocol Looker: Sendable {
  /// Begins to ask about each of `looks`; `now` is the wall time to sign client secrets with.
  func start(_ looks: [Look], now: Moment, report: @escaping @Sendable ([LookResult]) -> Void)
  /// Returns when what reports has turned once, at once when it waits for the provider or is closed;
  /// a watchdog takes a turn that does not come for a hang.
  func turn() async
  /// Ends what is in flight (each look is still reported) and frees connections; idempotent.
  func close()
  /// Returns when what `close` has begun is over, at once when nothing is left behind: a program that
  /// the looker started has ended.
  func ended() async
}

/// One configured identity provider: a struct of small roles.
package struct Provider: Sendable {
  /// Its configured name.
  package let name: ProviderName
  /// Its kind, such as `apple`.
  package let kind: String
  /// The client ids it is configured with.
  package let clients: [ClientID]
  /// How its answers are judged and how often it is asked.
  package let policy: ProviderPolicy
  /// Who asks it about single credentials.
  package let looker: any Looker
  /// What it needs to know of a user who is enrolled.
  package let enrolment: EnrolmentRules
  /// Who tests it without asking about a user; nil when nothing harmless can be asked.
  package let prober: (any Prober)?
  /// Who verifies its sign-ins; nil when none can be.
  package let signIn: (any SignInVerifier)?
  /// Who verifies what it tells of its own accord; nil when it tells nothing.
  package let push: (any PushVerifier)?
  /// Who lists all users who are linked; nil when nobody can, or it is not asked for.
  package let sweep: (any Sweeper)?
  /// What it may call a refresh token by in a push; empty where it always names the user.
  package let tokenNames: @Sendable (Secret) -> [TokenName]
  /// What its answers are taken for, the first row that fits first.
  package let profile: [ProfileRow]
  /// When what its clients prove themselves with ends.
  package var expiry = ExpiryPlan()
  /// Whether a look is a refresh, whose answer may hold an access token.
  package let givesAccess: Bool
  /// Who asks about its users in a move to another team; nil when there is none.
  package var transfer: (any TransferAgent)?
  /// Who has it take tokens back; nil when it cannot be asked to.
  package var revoker: (any Revoker)?

  /// Assembles a provider from its roles.
  package init(
    name: ProviderName, kind: String, clients: [ClientID], policy: ProviderPolicy,
    looker: any Looker, enrolment: EnrolmentRules = EnrolmentRules(),
    prober: (any Prober)? = nil, signIn: (any SignInVerifier)? = nil,
    push: (any PushVerifier)? = nil, sweep: (any Sweeper)? = nil,
    tokenNames: @escaping @Sendable (Secret) -> [TokenName] = { _ in [] },
    profile: [ProfileRow] = [], givesAccess: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.clients = clients
    self.policy = policy
    self.looker = looker
    self.enrolment = enrolment
    self.prober = prober
    self.signIn = signIn
    self.push = push
    self.sweep = sweep
    self.tokenNames = tokenNames
    self.profile = profile
    self.givesAccess = givesAccess
  }
}

/// What governs a provider's looks and verdicts; plain values from the configuration.
package struct ProviderPolicy: Sendable, Equatable {
  /// What a dead token leads to.
  package enum DeadToken: String, Sendable, CaseIterable {
    /// State revoked, action `log_out`.
    case revoke
    /// State unknown, action `reauthenticate`.
    case reauthenticate
  }

  /// Whether verdicts are applied.
  package enum Mode: String, Sendable, CaseIterable {
    /// A confirmed verdict is told in the log and kept back.
    case observe
    /// A confirmed verdict changes the state.
    case enforce
  }

  /// What a device's report that the user has gone is worth.
  package enum Reports: String, Sendable, CaseIterable {
    /// One of the proofs that a verdict needs.
    case presumptive
    /// A look.
    case look
  }

  /// What a dead token leads to.
  package var deadToken: DeadToken
  /// What a device's report that the user has gone is worth.
  package var reports: Reports = .presumptive
  /// Whether verdicts are applied.
  package var mode: Mode
  /// Whether what the provider's first interval finds waits until somebody accepts it.
  package var hasBaseline: Bool
  /// Time between two regular looks at one credential.
  package var interval: Duration
  /// Time from a negative answer to the look that may confirm it.
  package var confirmAfter: Duration
  /// When too many verdicts at once are kept back.
  package var brake: BrakeLimits
  /// How far apart looks are that count as made on different days, where nobody can bear witness.
  package var evidenceDay: Duration
  /// How long one charged look counts; `.zero` means that no budget applies.
  package var budgetPeriod: Duration
  /// Looks in any one second at most, over all credentials.
  package var looksPerSecond: Double
  /// Looks in flight at most.
  package var inFlight: Int
  /// How long a look that falls due may wait for others that share its request.
  package var gather: Duration = .zero
  /// How many times their average rate regular looks may be made when many are overdue; nil: as fast
  /// as the pace allows.
  package var catchUp: Double?
  /// Looks at a revoked grant, as times after the revocation; after the last its token is destroyed.
  package var looksAfterRevocation: [Duration]
  /// A user whom the provider has not confirmed for so long is told of as stale.
  package var staleAfter: Duration
  /// Users who are known to be well: when most of them fail, no verdict is trusted.
  package var canaries: [Subject]
  /// Whether a look uses its token up.
  package var rotation: Rotation
  /// The move of the app to another team; nil when there is none.
  package var transfer: TransferTerms?

  /// Spells out a policy; without `staleAfter` that is three intervals, or what a verdict takes.
  package init(
    deadToken: DeadToken, mode: Mode, hasBaseline: Bool = false, interval: Duration,
    confirmAfter: Duration,
    brake: BrakeLimits = BrakeLimits(), evidenceDay: Duration, budgetPeriod: Duration,
    looksPerSecond: Double, inFlight: Int, catchUp: Double? = nil,
    looksAfterRevocation: [Duration], staleAfter: Duration? = nil,
    canaries: [Subject] = [], rotation: Rotation = .none
  ) {
    self.deadToken = deadToken
    self.mode = mode
    self.hasBaseline = hasBaseline
    self.interval = interval
    self.confirmAfter = confirmAfter
    self.brake = brake
    self.evidenceDay = evidenceDay
    self.budgetPeriod = budgetPeriod
    self.looksPerSecond = looksPerSecond
    self.inFlight = inFlight
    self.catchUp = catchUp
    self.looksAfterRevocation = looksAfterRevocation
    self.staleAfter = staleAfter ?? max(interval * 3, interval + confirmAfter)
    self.canaries = canaries
    self.rotation = rotation
  }
}
