internal import CredentialCore

extension CredentialRecord {
  /// What the record itself has to say.
  var history: CredentialHistory {
    var history = CredentialHistory(credential)
    history.budget = budget
    history.nextLook = nextLook
    history.isRequested = isRequested
    history.inFlight = inFlight.map { ($0.purpose, $0.claimed) }
    return history
  }
}

extension DeliveryRecord {
  /// The delivery as people are told of it.
  var story: DeliveryStory {
    DeliveryStory(
      id: id, status: status, attempts: attempts, firstAttempt: firstAttempt, due: due,
      previous: previous, detail: detail)
  }
}
