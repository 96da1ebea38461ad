internal import CredentialCore

extension MonitorService {
  /// Has the profiles of users whose account was deleted destroyed in time, once a day.
  func keepProfileRounds() {
    guard profileRounds == nil, !isStopping else { return }
    profileRounds = Task { [store, time] in
      while !Task.isCancelled {
        // A store that takes no writes tells of that itself; the next round comes.
        try? await store.destroyProfiles(now: time.now())
        let end = time.now() + ProfileRetention.round
        while !Task.isCancelled,
          (time.now()..<time.now() + ProfileRetention.round * 2).contains(end)
        {
          await time.sleep(until: end)
        }
      }
    }
  }
}
