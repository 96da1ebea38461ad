extension Rule {
  /// The rows of the table that are about pushes.
  var pushDeclaration: (sentence: String, isRepeatable: Bool) {
    switch self {
    case .pushTurned: ("The provider's own word about this user: it counts at once.", false)
    case .pushOlder:
      ("It is no newer than what was pushed of {since}, so it changes nothing.", true)
    case .pushAhead:
      (
        "It tells of {until}, which is yet to come: one of the clocks is wrong. A look is asked for "
          + "instead.", true
      )
    case .pushBeforeSignIn:
      ("The user came back since, at {since}: what is older than that changes nothing.", true)
    case .pushNearSignIn:
      (
        "The user signed in at about the same time, {since}, and nobody knows what came first: a look "
          + "is asked for instead.", true
      )
    case .pushAfterReturn:
      (
        "The service handed a token over, or one was confirmed, at {since}, which may be later: a look "
          + "is asked for instead.", true
      )
    case .pushAsksForLook: ("It proves nothing by itself: a look is asked for.", true)
    case .pushRestored:
      ("What was disabled is enabled again. Older news counts no more; a look is asked for.", true)
    case .pushKnown: ("That is known already: nothing changes.", true)
    case .reasonLearnt:
      (
        "The state stays, and the reason for it is known now: {detail}. Nobody is told again.",
        false
      )
    case .heldByPushBrake:
      (
        "Kept back: the brake of pushes is on since {since}, as more than {detail} in an hour would "
          + "end sessions.", true
      )
    case .pushStillHeld:
      (
        "The provider confirmed it, against a push that is kept back since {since}. That stays for an "
          + "administrator to judge.", true
      )
    case .signalPublished: ("The state stays; the service is told.", true)
    case .signalWithheld: ("The state stays, and nobody is told ({detail}).", true)
    default: ("", false)
    }
  }
}
