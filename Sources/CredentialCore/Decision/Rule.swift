/// The rule or guard that decided what became of an answer, declared once: code, sentence, and whether
/// the same again says anything new.
///
/// A sentence may hold `{since}`, `{until}`, `{gap}` (from since to the answer), `{need}` (from since to
/// until), `{detail}` and `{limit}`; `Ground` fills them in.
package enum Rule: String, Sendable, CaseIterable {
  /// Alive, as far as is known.
  case confirmed
  /// Alive, against what was suspected.
  case suspicionDropped = "suspicion_dropped"
  /// Alive, against a presumptive revocation.
  case takenBack = "taken_back"
  /// Alive or transferred, though the state says that the user is gone for good.
  case revocationStands = "revocation_stands"
  /// The request never left.
  case notSent = "not_sent"
  /// Nobody was asked: the client id is not configured.
  case clientNotConfigured = "client_not_configured"
  /// A failure to learn.
  case nothingLearnt = "nothing_learnt"
  /// An isolated answer that may yet become evidence.
  case isolatedCounted = "isolated_counted"
  /// Isolated answers, but not this user's alone.
  case isolatedCommon = "isolated_common"
  /// The answer to a refresh is lost, and the token is not presented again.
  case rotationLost = "rotation_lost"
  /// The answer to a refresh is lost, and the token is presented once more.
  case rotationRepeated = "rotation_repeated"
  /// About a token that was replaced meanwhile.
  case replaced
  /// About a token that was proven dead before.
  case stillDead = "still_dead"
  /// The first negative answer about a token that was never seen alive here.
  case unprovenSuspected = "unproven_suspected"
  /// About a token that was never seen alive here.
  case neverConfirmed = "never_confirmed"
  /// The first negative answer where others can bear witness.
  case suspected
  /// The first negative answer where nobody can.
  case suspectedAlone = "suspected_alone"
  /// A negative answer too soon after the one before.
  case tooEarly = "too_early"
  /// A negative answer whose forerunner has no witness yet.
  case witnessMissing = "witness_missing"
  /// One more negative answer that counts, where others can bear witness.
  case counted
  /// One more negative answer that counts, where nobody can.
  case countedAlone = "counted_alone"
  /// Another user was confirmed after a negative answer.
  case witnessed
  /// What was counted is from before a step of the clock.
  case clockStepped = "clock_stepped"
  /// Another user was confirmed too late after it.
  case lapsed
  /// Proven, but another token may speak for the user.
  case otherTokenUnknown = "other_token_unknown"
  /// Proven, but another token speaks for the user.
  case otherTokenLive = "other_token_live"
  /// Proven, but the state is transferred.
  case transferStands = "transfer_stands"
  /// Kept back by the mode.
  case heldByObserve = "held_by_observe"
  /// Kept back by the brake.
  case heldByBrake = "held_by_brake"
  /// Kept back by an administrator's pause.
  case heldByPause = "held_by_pause"
  /// Kept back in the first interval.
  case heldByBaseline = "held_by_baseline"
  /// Kept back because most canaries fail.
  case heldByCanaries = "held_by_canaries"
  /// Kept back before, and no look since then has proven it.
  case freshLookMissing = "fresh_look_missing"
  /// Proven with witnesses.
  case proven
  /// Proven on three days.
  case provenAlone = "proven_alone"
  /// Proven, and nothing was left to turn.
  case provenBefore = "proven_before"
  /// The identifier belongs to another team.
  case transferred
  /// A conclusive push.
  case pushTurned = "push_turned"
  /// A push that is no newer than one before.
  case pushOlder = "push_older"
  /// A push about a time that is yet to come.
  case pushAhead = "push_ahead"
  /// A push about a time before the user came back.
  case pushBeforeSignIn = "push_before_sign_in"
  /// A push about the time at which the user signed in.
  case pushNearSignIn = "push_near_sign_in"
  /// A push before the newest token was handed over or confirmed.
  case pushAfterReturn = "push_after_return"
  /// A push that only asks for a look.
  case pushAsksForLook = "push_asks_for_look"
  /// What was disabled is enabled again.
  case pushRestored = "push_restored"
  /// A push that says what is known.
  case pushKnown = "push_known"
  /// A push that gives a closer reason for the state.
  case reasonLearnt = "reason_learnt"
  /// A push that is kept back, as too many came at once.
  case heldByPushBrake = "held_by_push_brake"
  /// Alive, against a push that is kept back.
  case pushStillHeld = "push_still_held"
  /// A push beside the state.
  case signalPublished = "signal_published"
  /// A push beside the state that something keeps back.
  case signalWithheld = "signal_withheld"
  /// A device saw that all is well.
  case reportWell = "report_well"
  /// A device saw what is known.
  case reportKnown = "report_known"
  /// A device saw what is suspected.
  case reportSuspected = "report_suspected"
  /// A device saw it before the user came back.
  case reportBeforeReturn = "report_before_return"
  /// A device saw it at about the time at which the user came back.
  case reportNearReturn = "report_near_return"
  /// What a device saw proves nothing here.
  case reportAsksForLook = "report_asks_for_look"
  /// A verified sign-in of a user who was not lost.
  case signInVerified = "sign_in_verified"
  /// A verified sign-in that takes the loss of the user back.
  case signInReturned = "sign_in_returned"
  /// A verified sign-in at about the time at which the user was lost.
  case signInNear = "sign_in_near"
  /// A verified sign-in from before the user was lost.
  case signInOlder = "sign_in_older"
  /// Alive, the token of a sign-in at about the time of the revocation.
  case signInProven = "sign_in_proven"
  /// Proven, but the user signed in after the first negative answer.
  case signedInSince = "signed_in_since"

  /// What people are told, with places to fill in.
  package var sentence: String { declaration.sentence }

  /// Whether the same once more, by the same answer, is the same news.
  package var isRepeatable: Bool { declaration.isRepeatable }

  private var declaration: (sentence: String, isRepeatable: Bool) {
    switch self {
    case .confirmed: ("The provider confirmed it.", true)
    case .suspicionDropped:
      ("The provider confirmed it: what spoke against it since {since} is dropped.", false)
    case .takenBack: ("The provider confirmed it: the revocation is taken back.", false)
    case .revocationStands:
      (
        "The state stays: a revocation for this reason is taken back only by a verified sign-in or "
          + "by an administrator.", true
      )
    case .notSent: ("The request never left, so nothing is learnt and no budget is spent.", true)
    case .clientNotConfigured:
      ("Nobody was asked: the client id of its token is not in the configuration.", true)
    case .nothingLearnt: ("This says nothing about the user: nothing changes.", true)
    case .isolatedCounted:
      (
        "This may be about the user or about us. It counts once it persists: {detail} of 3, each on "
          + "another day.", true
      )
    case .isolatedCommon:
      (
        "This persists, but the fault may be ours: others are answered so too, or too few are well. "
          + "Nothing changes.", true
      )
    case .rotationLost:
      (
        "The provider may have replaced the token, and the new one did not reach us: the old one is "
          + "never presented again. The state stays; the user's next sign-in brings a new token.",
        false
      )
    case .rotationRepeated:
      (
        "The provider may have replaced the token, and the new one did not reach us: the old one is "
          + "presented once more before {until}.", false
      )
    case .replaced: ("Its token was replaced meanwhile: the answer counts for nothing.", true)
    case .stillDead: ("Its token was proven dead before: nothing new.", true)
    case .unprovenSuspected:
      (
        "Its token was never seen alive here, so this says nothing about the user. The provider may "
          + "not know it yet: a further look, from {until} on, decides whether it is dropped.",
        false
      )
    case .neverConfirmed:
      (
        "Its token was never seen alive here, so this says nothing about the user: the token is "
          + "dropped.", false
      )
    case .suspected:
      (
        "Suspected; nothing changes yet. Another user must be confirmed now, then a further look "
          + "must agree, from {until} on.", false
      )
    case .suspectedAlone:
      (
        "Suspected; nothing changes yet. Too few other users could bear witness, so three answers far "
          + "enough apart must agree; the next counts from {until} on.", false
      )
    case .tooEarly:
      ("Not counted as a further proof: {gap} after the one before, {need} are needed.", true)
    case .witnessMissing:
      (
        "Not counted as a further proof: nobody else was confirmed after the one of {since}, so the "
          + "fault may be the provider's or ours.", true
      )
    case .counted: ("It agrees, as proof {detail} of 2. Another user must be confirmed now.", false)
    case .countedAlone:
      ("It agrees, as proof {detail} of 3. The next counts from {until} on.", false)
    case .witnessed:
      (
        "So neither the provider nor we were at fault then. A further look counts from {until} on.",
        false
      )
    case .clockStepped:
      ("The clock was stepped, so what was counted before that does not count any more.", false)
    case .lapsed:
      (
        "That was {gap} after it, which is too late: the negative answer does not count any more.",
        false
      )
    case .otherTokenUnknown:
      ("Proven, but not judged: it is not known yet whether another token of the user works.", true)
    case .otherTokenLive:
      (
        "Proven, but another token of the user is alive: the state stays, only this token is "
          + "dropped.", false
      )
    case .transferStands:
      (
        "Proven, but tokens of the old team die with the transfer: the state stays, the token is "
          + "dropped.", false
      )
    case .heldByObserve: ("Kept back: the mode is observe, in which nobody is turned.", true)
    case .heldByPause: ("Kept back: verdicts are paused since {since}.", true)
    case .heldByBaseline:
      (
        "Kept back: the provider is watched since {since} only, and nobody has accepted what its "
          + "first interval found.", true
      )
    case .heldByBrake:
      (
        "Proven, but kept back: the brake is on since {since}, as too many users would turn at once: "
          + "{limit}.", true
      )
    case .heldByCanaries:
      (
        "Kept back: most users who are known to be well (canaries) are refused since {since}.", true
      )
    case .freshLookMissing:
      (
        "Proven, but it was kept back before: only a look made after {since}, with its witness, "
          + "decides.", true
      )
    case .proven: ("Proven: two looks agree, and each has its witness.", false)
    case .provenAlone:
      (
        "Proven: three looks far enough apart agree; nobody could bear witness (control: none).",
        false
      )
    case .provenBefore:
      ("Proven, and nothing is left to change: it is revoked, or was asked to sign in.", false)
    case .transferred:
      ("The app belongs to another team now; sessions may go on, nobody is logged out.", false)
    case .pushTurned, .pushOlder, .pushAhead, .pushBeforeSignIn, .pushNearSignIn, .pushAfterReturn,
      .pushAsksForLook, .pushRestored, .pushKnown, .reasonLearnt, .heldByPushBrake, .pushStillHeld,
      .signalPublished, .signalWithheld:
      pushDeclaration
    case .reportWell, .reportKnown, .reportSuspected, .reportBeforeReturn, .reportNearReturn,
      .reportAsksForLook:
      reportDeclaration
    case .signInVerified, .signInReturned, .signInNear, .signInOlder, .signInProven,
      .signedInSince:
      signInDeclaration
    }
  }
}
