extension Rule {
  /// The rows of the table that are about what devices saw.
  var reportDeclaration: (sentence: String, isRepeatable: Bool) {
    switch self {
    case .reportWell:
      ("A device is told from what it keeps itself, so this confirms nothing.", true)
    case .reportKnown: ("That is known already: nothing changes.", true)
    case .reportSuspected:
      ("It is suspected since {since}, and the provider's own answers decide.", true)
    case .reportBeforeReturn:
      ("The user came back since, at {since}: what was seen before that changes nothing.", true)
    case .reportNearReturn:
      (
        "The user came back at about the same time, {since}, and nobody knows what was first: a look "
          + "is asked for instead.", true
      )
    case .reportAsksForLook: ("It proves nothing by itself: a look is asked for.", true)
    default: ("", false)
    }
  }
}
