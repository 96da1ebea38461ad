extension Rule {
  /// The rows of the table that are about verified sign-ins.
  var signInDeclaration: (sentence: String, isRepeatable: Bool) {
    switch self {
    case .signInVerified: ("The provider vouches for the user: it is confirmed.", true)
    case .signInReturned:
      (
        "The user signed in after what was known since {since}: that is taken back.", false
      )
    case .signInNear:
      (
        "The user signed in at about the time at which it was lost, {since}, and nobody knows what "
          + "came first. The state stays until its new token is seen alive, or until it signs in "
          + "again.", true
      )
    case .signInOlder:
      (
        "The user signed in before it was lost, at {since}: a sign-in that is handed over late takes "
          + "nothing back.", true
      )
    case .signInProven:
      (
        "The provider confirmed the token of a sign-in at about the time of the revocation: the user "
          + "is back.", false
      )
    case .signedInSince:
      (
        "Proven, but the user has signed in since the first negative answer, of {since}: the state "
          + "stays, only this token is dropped.", false
      )
    default: ("", false)
    }
  }
}
