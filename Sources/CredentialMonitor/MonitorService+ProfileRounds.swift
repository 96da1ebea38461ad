internal import CredentialCore

extension MonitorService {
  /// Has the profiles of users whose account was deleted destroyed in time, once a day.
  func keepProfileRounds() {
    guard profileRounds == nil, !isStopping else { return }
    profileRounds = Task { [store, time] in
      while !Task.isCancelled {
        // A store that takes no writes tells of that itself; the next round comes.
        try? await store.destroyProfiles(now: time.now())
        await Self.wait(until: time.now() + ProfileRetention.round, time)
      }
    }
  }

  /// Waits on the wall clock, however often that is woken early; not when it was set back by a round.
  private static func wait(until end: Moment, _ time: any TimeSource) async {
    while !Task.isCancelled {
      let now = time.now()
      guard now < end, end < now + ProfileRetention.round * 2 else { return }
      await time.sleep(until: end, asOf: now)
    }
  }
}
