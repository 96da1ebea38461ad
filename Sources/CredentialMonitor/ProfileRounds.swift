package import CredentialCore

/// Has the profiles of users whose account was deleted destroyed in time: at the start and once a day.
package struct ProfileRounds: Sendable {
  private let store: any CredentialStore
  private let time: any TimeSource

  /// Works on `store`, by the wall clock of `time`.
  package init(store: any CredentialStore, time: any TimeSource) {
    (self.store, self.time) = (store, time)
  }

  /// Goes round until cancelled.
  package func run() async {
    while !Task.isCancelled {
      // A store that takes no writes tells of that itself; the next round comes.
      try? await store.destroyProfiles(now: time.now())
      await wait(until: time.now() + ProfileRetention.round)
    }
  }

  /// Waits on the wall clock, however often that is woken early; not when it was set back by a round.
  private func wait(until end: Moment) async {
    while !Task.isCancelled {
      let now = time.now()
      guard now < end, end < now + ProfileRetention.round * 2 else { return }
      await time.sleep(until: end, asOf: now)
    }
  }
}
