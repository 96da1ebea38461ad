internal import CredentialCore

extension StoreContract {
  static let deletedUsers = [
    StoreContractCase("the profile of a deleted user goes when the last delivery has ended") {
      store in
      try await deleted(store, hooks: [StoreWorld.logout])
      try equal(try await store.user(StoreWorld.id("u")), profile)
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 9, now: at(31))
      for delivery in due.deliveries {
        _ = try await store.beginAttempt(delivery.id, now: at(31))
        _ = try await store.finishAttempt(
          delivery.id, attempt: 1, outcome: AttemptOutcome(.done, detail: ""),
          disposition: .closed(.done), now: at(31))
      }
      let rest = try await store.dueDeliveries(of: StoreWorld.logout, limit: 9, now: at(31))
      for delivery in rest.deliveries {
        try equal(try await store.user(StoreWorld.id("u")), profile)
        _ = try await store.beginAttempt(delivery.id, now: at(31))
        _ = try await store.finishAttempt(
          delivery.id, attempt: 1, outcome: AttemptOutcome(.failed, detail: ""),
          disposition: .closed(.deadLetter), now: at(31))
      }
      try equal(try await store.user(StoreWorld.id("u")), UserProfile())
      try equal(try await store.credential(StoreWorld.id("u"))?.hasProfile, false)
      try equal(try await store.user(StoreWorld.id("v")), profile)
    },
    StoreContractCase("the profile of a deleted user goes after four days, whoever was not told") {
      store in
      try await deleted(store, hooks: [StoreWorld.logout])
      try await store.destroyProfiles(now: at(30 + 95))
      try equal(try await store.user(StoreWorld.id("u")), profile)
      try await store.destroyProfiles(now: at(30 + 96))
      try equal(try await store.user(StoreWorld.id("u")), UserProfile())
      try equal(try await store.credential(StoreWorld.id("u"))?.state, .notFound)
      try equal(try await store.user(StoreWorld.id("v")), profile)
    },
    StoreContractCase("why a user is said to have gone is kept until the provider confirms it not")
    {
      store in
      try await store.enrol("u", at: at(0))
      let news = PushNews.gone("ACCOUNT_DELETE", isDeletion: true)
      _ = try await store.push([push("u", news, at: at(30))], at: at(30))
      let hint = Hint("ACCOUNT_DELETE", isDeletion: true, at: at(30))
      try equal(try await store.credential(StoreWorld.id("u"))?.hint, hint)
      try await store.answer(["u": .authorized], at: at(31))
      try equal(try await store.credential(StoreWorld.id("u"))?.hint, nil)
    },
  ]

  /// `u`, whose account is deleted after thirty hours, and `v`, who was revoked.
  private static func deleted(_ store: any CredentialStore, hooks: [HookName]) async throws {
    for subject in ["u", "v"] {
      _ = try await store.signIn(
        subject, .exchanged(Secret(Array("token".utf8))), profile: profile, at: at(0))
    }
    try await store.setHooks(hooks, now: at(1))
    let news: [(String, PushVerdict)] = [("u", .accountDeleted), ("v", .consentWithdrawn)]
    for (subject, verdict) in news {
      let push = push(subject, .conclusive(verdict), at: at(30))
      _ = try await store.push([push], hooks: hooks, at: at(30))
    }
  }

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }
}
