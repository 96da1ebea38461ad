extension ConditionKind {
  /// One line of the table: all that is known of a condition before it occurs.
  struct Declaration {
    let severity: Severity
    let title: String
    let remedy: String
    var dependsOn: [ConditionKind] = []
    var showsAfter: Duration = .zero
    var endsAfter: Duration = .zero

    init(
      _ severity: Severity, _ title: String, _ remedy: String, dependsOn: [ConditionKind] = [],
      showsAfter: Duration = .zero, endsAfter: Duration = .zero
    ) {
      self.severity = severity
      self.title = title
      self.remedy = remedy
      self.dependsOn = dependsOn
      self.showsAfter = showsAfter
      self.endsAfter = endsAfter
    }
  }

  /// The table.
  var declaration: Declaration {
    switch self {
    case .providerUnreachable:
      Declaration(
        .warning, "The provider cannot be reached",
        "Nobody is logged out for this. Check network, DNS and proxy, or wait for the provider. What "
          + "fails is told by: credstatectl provider test PROVIDER",
        endsAfter: .seconds(15))
    case .providerThrottled:
      Declaration(
        .warning, "The provider throttles our requests",
        "Looks wait as long as it asks. Lower looks_per_second if it lasts.")
    case .providerMisconfigured:
      Declaration(
        .error, "The provider refuses this service's own identity",
        "Nobody is logged out for this. Check team, key and client ids, the key file and the clock. "
          + "Which it is is told by: credstatectl provider test PROVIDER",
        dependsOn: [.clockWrong, .clientSecretExpired])
    case .clientSecretExpiring:
      Declaration(
        .warning, "A client secret, key or certificate is about to end",
        "Nothing is amiss yet. Make a new one at the provider, configure it, and reload. When "
          + "secret_expires tells the end, alter it too.",
        dependsOn: [.clockWrong])
    case .clientSecretExpired:
      Declaration(
        .error, "A client secret, key or certificate has ended",
        "Nobody is logged out for this, but nobody is watched when the provider refuses it. Make a "
          + "new one there, configure it, alter secret_expires, and reload.",
        dependsOn: [.clockWrong])
    case .clockWrong:
      Declaration(
        .error, "This machine's clock and the provider's differ",
        "Nobody is logged out for this. Set the clock (timedatectl status): client secrets that seem "
          + "expired, or of the future, are refused.")
    case .providerNotConfigured:
      Declaration(
        .error, "Users belong to a provider that is not configured",
        "Nobody looks at them. Configure it under its old name, or forget them; then reload.")
    case .clientNotConfigured:
      Declaration(
        .error, "Credentials belong to a client id that is not configured",
        "Add the client id to the provider's clients, or forget these credentials; then reload.",
        dependsOn: [.providerNotConfigured])
    case .tokenMismatched:
      Declaration(
        .warning, "Tokens belong to other users than those they are stored for",
        "Such a user is not watched. Register the token under the subject of its own id_token.")
    case .brakeOn:
      Declaration(
        .error, "Too many users would be logged out at once; the verdicts are kept back",
        "Nobody is logged out for this. Check the provider, client id and key. The brake goes off "
          + "when looks are good again; if the users are gone, run: credstatectl release PROVIDER")
    case .controlMissing:
      Declaration(
        .error, "Suspected users cannot be judged: no other user of their client is confirmed",
        "Nobody is logged out for this. Check the client id and the provider; a canary, a user who "
          + "is known to be well, bears witness (canaries). How many wait: credstatectl status",
        dependsOn: [
          .brakeOn, .providerUnreachable, .providerThrottled, .providerMisconfigured,
          .providerNotConfigured, .clientNotConfigured,
        ])
    case .holdsTooOld:
      Declaration(
        .error, "Verdicts have been kept back for days: users who left stay signed in",
        "Look at: credstatectl holds. Then run credstatectl release PROVIDER, discard, resume or "
          + "baseline accept.",
        dependsOn: [.providerNotConfigured])
    case .pushBrakeOn:
      Declaration(
        .error, "Too many pushes would end sessions at once; they are kept back",
        "Nobody is logged out for this. Check with the provider. New ones count again after an hour; "
          + "see: credstatectl holds. If they are right, run: credstatectl release PROVIDER")
    case .pushSilent:
      Declaration(
        .warning, "The provider has not pushed anything for long",
        "Looks go on, but find revocations later. Check the address that the provider sends to, its "
          + "certificate, and what forwards to credstatectl push.",
        dependsOn: [.providerNotConfigured])
    case .pushClientNotConfigured:
      Declaration(
        .warning, "Pushes are for a client id that is not configured",
        "They are refused. Add the client id to the provider's clients, or have them sent elsewhere; "
          + "then reload.",
        dependsOn: [.providerNotConfigured])
    case .paused:
      Declaration(
        .warning, "Verdicts are paused: nobody is logged out",
        "Users who left stay signed in until it ends: credstatectl resume, with the provider's name "
          + "when it is about one.")
    case .baselineWaiting:
      Declaration(
        .warning, "What the first interval found waits to be accepted: nobody is logged out",
        "Look at: credstatectl holds. Then run: credstatectl baseline accept")
    case .transferOpen:
      Declaration(
        .warning, "The app went to another team, and new names of users are not known yet",
        "Nobody is logged out for this. Run: credstatectl transfer import PROVIDER. Who is left: "
          + "credstatectl transfer list PROVIDER --unmapped",
        dependsOn: [.providerNotConfigured])
    case .transferEnding:
      Declaration(
        .error, "The days in which new names of users can be asked for end, or are over",
        "After 60 days users whose new name is not known cannot be recognized. Run: credstatectl "
          + "transfer import PROVIDER. Who is left: credstatectl transfer list PROVIDER --unmapped. "
          + "It ends with transfer_accepted taken out, too.",
        dependsOn: [.providerNotConfigured])
    case .canaryFailing:
      Declaration(
        .warning, "A user who is known to be well is refused",
        "Check the provider and our identity there. If that user did leave, name another canary.")
    case .verdictsFrozen:
      Declaration(
        .error, "Most canaries are refused; all verdicts are kept back",
        "Nobody is logged out for this. It ends when canaries are confirmed again, or with a reload "
          + "that names others.")
    case .canaryMissing:
      Declaration(
        .warning, "A canary is not enrolled, so it warns of nothing",
        "Register its token, or take it out of the provider's canaries; then reload.",
        dependsOn: [.providerNotConfigured])
    case .credentialsStale:
      Declaration(
        .error, "Users have not been confirmed for long, and their sessions go on",
        "Other conditions say why no look confirms them. Who they are: credstatectl list --stale")
    case .rotationLost:
      Declaration(
        .error, "Answers to token refreshes were lost, and the tokens with them",
        "Nobody is logged out for this, and nobody looks at these users until they sign in again. Who "
          + "they are: credstatectl events. A provider that allows it: rotation_grace.",
        dependsOn: [.providerNotConfigured])
    case .rotationUnknown:
      Declaration(
        .error, "The store is an older copy, and its tokens may have been used up since",
        "They are not presented, and nobody looks at these users until they sign in again. If the "
          + "tokens are the newest all the same, as after a move, say so with the file trust-tokens.",
        dependsOn: [.providerNotConfigured])
    case .storeBlocked:
      Declaration(
        .error, "The store takes no writes",
        "Nothing is lost. Free disk space, or end the program that holds the store's lock.")
    case .sealUnreadable:
      Declaration(
        .error, "Some tokens cannot be unsealed",
        "No look is made for them. Give the daemon the sealing key they were sealed with.")
    case .rowUnreadable:
      Declaration(
        .error, "Rows of the store cannot be read",
        "No look is made for these users, the others go on. Restore their rows from a backup.")
    case .loopStuck:
      Declaration(
        .error, "A part of the daemon hangs",
        "The service manager restarts the daemon when it lasts; nothing is lost. Please report it.")
    case .busLost:
      Declaration(
        .error, "The message bus is away",
        "Looks and hooks go on; signals are sent when it is back.")
    case .hookRunnerLost:
      Declaration(
        .error, "The hook runner is away",
        "Events are kept. Check: systemctl status credstate-hookd.service",
        showsAfter: .seconds(2))
    case .hookStopped:
      Declaration(
        .error, "A hook does not run",
        "Its events are tried again until give_up_after. Mend what the detail names, then reload.",
        dependsOn: [.hookRunnerLost])
    case .hookOrphaned:
      Declaration(
        .warning, "Events wait for a hook that is not configured any more",
        "Configure the hook again under its old name, or leave them as they are.")
    }
  }
}
