internal import CredentialCore

extension ProviderWatch {
  /// The access token of a user that is good for a while longer.
  func keptAccess(of id: CredentialID) -> AccessToken? { access.kept(of: id, at: time.now()) }

  /// Lets go of a user's access token.
  func dropAccess(of id: CredentialID) { access.drop(id) }

  /// Joins the line of those who wait for a look of `id`, unless it is known that none is made soon.
  func joinAccess(
    of id: CredentialID, isNew: Bool, patience: Duration
  ) throws -> AccessDesk.Place {
    let now = time.now()
    if let until = wait(now: now), until > now + patience {
      throw OperationError(
        .busy,
        "\(id.provider) throttles, or cannot be reached: it is not asked before \(until.rfc3339)")
    }
    guard let place = access.join(id, isNew: isNew, at: now) else {
      throw OperationError(
        .busy, "\(access.waitingCount) calls wait for an access token of \(id.provider) already")
    }
    return place
  }

  /// Tells all who wait for a user's token why there is none.
  func refuseAccess(of id: CredentialID, _ error: OperationError) {
    access.tell(id, .refused(error), at: time.now())
  }

  /// Leaves the line.
  func leaveAccess(_ place: AccessDesk.Place) { access.leave(place) }

  /// Ends the patience of one who waits.
  func endPatience(_ place: AccessDesk.Place) {
    let name = place.credential.provider
    access.tell(
      place,
      .refused(
        OperationError(
          .busy,
          "no look at the user has ended at \(name) in time; what it brings is kept for the next call. "
            + "See: credstatectl status")))
  }

  /// Tells those who wait what came of looks that are committed: their new refresh tokens are durable.
  func tellAccess(of results: [LookResult], _ committed: [Committed?]) {
    guard access.isAwaited || results.contains(where: { $0.access != nil }) else { return }
    let now = time.now()
    for (result, outcome) in zip(results, committed) {
      access.tell(result.look.credential, Self.ending(of: result, outcome), at: now)
    }
  }

  private static func ending(of result: LookResult, _ committed: Committed?) -> AccessDesk.Ending {
    guard let committed else { return .refused(MonitorService.unknown(result.look.credential)) }
    if let token = result.access { return .given(token) }
    if committed.events.contains(where: { $0.body.kind == .rotationLost }) {
      return .refused(.tokenLost)
    }
    if !result.look.isForAccess, result.answer.strength == .affirmative { return .unasked }
    return .refused(refusal(result))
  }

  private static func refusal(_ result: LookResult) -> OperationError {
    let said = "\(result.look.credential.provider): \(result.evidence.summary)"
    switch result.answer {
    case .throttled, .transient: return OperationError(.busy, "the look taught nothing; \(said)")
    case .misconfigured, .clientNotConfigured:
      return OperationError(
        .refused, "our own identity is refused; \(said). See: credstatectl provider test")
    case .authorized: return OperationError(.noAccessToken, "the answer holds none; \(said)")
    case .dead, .transferred, .isolated, .reauthenticate, .unclear, .mismatched:
      return OperationError(
        .noAccessToken, "the user's token was refused; \(said). The user is to sign in again")
    }
  }
}

extension OperationError {
  /// A token whose answer was lost.
  static let tokenLost = OperationError(
    .noAccessToken,
    "the answer to a refresh of the user's token was lost, and it is not presented again "
      + "(rotation_lost); the user's next sign-in mends it")
}
