/// Something that is not as it should be and lasts, declared once: code, title, what to do.
package enum ConditionKind: String, Sendable, CaseIterable {
  /// The provider cannot be reached or answers with server errors.
  case providerUnreachable = "provider_unreachable"
  /// The provider refuses requests for their number.
  case providerThrottled = "provider_throttled"
  /// The provider refuses our own identity.
  case providerMisconfigured = "provider_misconfigured"
  /// A client secret, key or certificate of ours is about to end.
  case clientSecretExpiring = "client_secret_expiring"
  /// A client secret, key or certificate of ours has ended.
  case clientSecretExpired = "client_secret_expired"
  /// Our clock and the provider's differ.
  case clockWrong = "clock_wrong"
  /// Credentials are not watched: their provider is not configured (any more).
  case providerNotConfigured = "provider_not_configured"
  /// Credentials wait whose client id is not configured.
  case clientNotConfigured = "client_not_configured"
  /// Stored tokens belong to other users than those they were handed over for.
  case tokenMismatched = "token_mismatched"
  /// Too many users of a client would turn at once.
  case brakeOn = "brake_on"
  /// Suspected users of a client cannot be judged, as nobody bears witness.
  case controlMissing = "control_missing"
  /// Verdicts have been kept back for long.
  case holdsTooOld = "holds_too_old"
  /// Too many pushes of a provider would end sessions at once.
  case pushBrakeOn = "push_brake_on"
  /// A provider that pushed before has not pushed for long.
  case pushSilent = "push_silent"
  /// Pushes are for a client id that is not configured.
  case pushClientNotConfigured = "push_client_not_configured"
  /// An administrator has verdicts wait.
  case paused
  /// What a provider's first interval found waits for somebody who accepts it.
  case baselineWaiting = "baseline_waiting"
  /// The app went to another team, and users are left whose new name is not known.
  case transferOpen = "transfer_open"
  /// The days in which new names can be asked for are over soon, or are over.
  case transferEnding = "transfer_ending"
  /// A canary is refused.
  case canaryFailing = "canary_failing"
  /// Most canaries are refused: all verdicts are kept back.
  case verdictsFrozen = "verdicts_frozen"
  /// A canary is not enrolled.
  case canaryMissing = "canary_missing"
  /// Users were not confirmed for long.
  case credentialsStale = "credentials_stale"
  /// Answers to refreshes were lost, and tokens with them.
  case rotationLost = "rotation_lost"
  /// The store is an older copy, and its rotating tokens may have been used since.
  case rotationUnknown = "rotation_unknown"
  /// The store takes no writes.
  case storeBlocked = "store_blocked"
  /// Tokens cannot be unsealed.
  case sealUnreadable = "seal_unreadable"
  /// Rows of the store cannot be read.
  case rowUnreadable = "row_unreadable"
  /// A loop of the daemon does not turn.
  case loopStuck = "loop_stuck"
  /// The message bus is away.
  case busLost = "bus_lost"
  /// The hook runner is away.
  case hookRunnerLost = "hook_runner_lost"
  /// A hook says that its own configuration is broken, or may not run.
  case hookStopped = "hook_stopped"
  /// Open deliveries belong to a hook that is not configured any more.
  case hookOrphaned = "hook_orphaned"

  /// What is so, in a few words.
  package var title: String { declaration.title }
  /// What an administrator should do.
  package var remedy: String { declaration.remedy }
  /// How urgent it is.
  package var severity: Severity { declaration.severity }
  /// What explains it: while one of these holds for the same subject or for the daemon as a whole, it
  /// is not told.
  package var dependsOn: [ConditionKind] { declaration.dependsOn }
  /// How long it must have lasted before anybody is told.
  package var showsAfter: Duration { declaration.showsAfter }
  /// How long it must have been over before that is told: one that comes back meanwhile has not ended.
  package var endsAfter: Duration { declaration.endsAfter }

  /// How urgent a condition is.
  package enum Severity: String, Sendable, CaseIterable {
    /// Something is late, or will go wrong when it lasts.
    case warning
    /// Users are not watched, verdicts not carried out, or nobody is told.
    case error

    /// The level of the entry that tells of its begin.
    var level: NoticeLevel { self == .error ? .error : .warning }
  }
}
