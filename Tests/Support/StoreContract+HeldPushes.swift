internal import CredentialCore

extension StoreContract {
  static let heldPushes = [
    StoreContractCase("while paused pushes are held and counted; after the end they turn") {
      store in
      try await three(store)
      try await hold(store)
      try equal(try await store.census().holds, [StoreWorld.apple: [.pause: 3]])
      try equal(try await store.census().wouldLogOut, [StoreWorld.apple: 3])
      try equal(try await store.longestWaits(of: StoreWorld.apple).heldSince, at(30))
      var query = CredentialQuery(isHeld: true, limit: 2)
      let first = try await store.credentials(query)
      query.after = first.last?.id
      let held = first + (try await store.credentials(query))
      try equal(held.map(\.id), ["a", "b", "c"].map { StoreWorld.id($0) })
      try equal(
        held.map { $0.heldPush?.hold }, Array(repeating: Hold(.pause, since: at(30)), count: 3))
      try equal(held.map { $0.heldPush?.verdict }, Array(repeating: .consentWithdrawn, count: 3))
      let pages = try await store.settleAll(
        .resume, .lookAgain, ending: .pause, hooks: [StoreWorld.logout], at: at(31))
      try equal(pages.map(\.users), [2, 1])
      let events = pages.flatMap(\.committed.events)
      try equal(events.map(\.body.newState), [.revoked, .revoked, .revoked])
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 9, now: at(31))
      try equal(due.deliveries.map(\.event), events)
      try equal(try await store.census().holds, [:])
      let history = try found(try await store.history(of: StoreWorld.id("a")))
      try equal(history.entries.map(\.kind), [.signIn, .push, .turned])
    },
    StoreContractCase("one who was confirmed since is looked at instead, the others turn") {
      store in
      try await three(store)
      try await hold(store)
      try await store.answer(["a": .authorized], at: at(31))
      let user = try found(try await store.credential(StoreWorld.id("a")))
      try expect(user.heldPush != nil && user.state == .authorized, "it waits for somebody")
      let rule = try await store.history(of: user.id)?.entries.last?.ground?.rule
      try equal(rule, .pushStillHeld)
      _ = try await store.settleAll(.resume, .lookAgain, ending: .pause, at: at(32))
      try equal(try await store.credential(StoreWorld.id("a"))?.state, .authorized)
      try equal(try await store.credential(StoreWorld.id("b"))?.state, .revoked)
      let looks = try await store.claim(StoreWorld.request(at(32))).looks
      try equal(looks.map(\.credential), [StoreWorld.id("a")])
      try equal(try await store.census().holds, [:])
    },
    StoreContractCase("a release as is turns what is held, a discard drops it") { store in
      try await three(store)
      try await hold(store)
      let turned = try await store.settleAll(.releaseAsIs, .turn, subject: "a", at: at(31))
      try equal(
        turned.flatMap(\.committed.events).map(\.body.evidence.summary),
        ["apple: consent_withdrawn; released as is"])
      let dropped = try await store.settleAll(.discard, .drop, at: at(31))
      try equal(dropped.map(\.users), [2, 0])
      try equal(try await store.census().holds, [:])
      try equal(try await store.credential(StoreWorld.id("b"))?.state, .authorized)
      try equal(try await store.credential(StoreWorld.id("b"))?.lastPush, at(30))
    },
    StoreContractCase("the fifty-first of an hour is held by a brake that is told and stays") {
      store in
      let names = (0..<52).map { "u\($0)" }
      for name in names { try await store.enrol(name, at: at(0)) }
      let pushes = names.map { push($0, consent, at: at(30)) }
      let committed = try await store.push(pushes, at: at(30)).compactMap { $0 }
      try equal(committed.count { !$0.events.isEmpty }, 50)
      try equal(
        committed.compactMap(\.pushBrake).map(\.brake), [PushBrake(since: at(30), limit: 50)])
      let book = try await store.clients(of: StoreWorld.apple)
      try equal(book.pushes.brake, PushBrake(since: at(30), limit: 50))
      try equal(book.pushes.tally.counts(.hour, at: at(30)).turns, 50)
      try equal(try await store.census().holds, [StoreWorld.apple: [.brake: 2]])
      let pages = try await store.settleAll(.release, .lookAgain, ending: .brakes, at: at(30))
      try equal(pages.flatMap(\.committed.events).count, 2)
      try expect(
        try await store.clients(of: StoreWorld.apple).pushes.brake == nil, "the brake is off")
    },
    StoreContractCase("a baseline counts what it keeps back of pushes") { store in
      var policy = StoreWorld.policy
      policy.hasBaseline = true
      try await store.enrol("u", at: at(0))
      let held = try await store.push([push("u", consent, at: at(1))], policy: policy, at: at(1))
      try equal(held.map { $0?.push }, [.heldByBaseline])
      try equal(try await store.restraints().baselines[StoreWorld.apple]?.negatives, 1)
      let pages = try await store.settleAll(
        .acceptBaseline, .lookAgain, ending: .baseline, policy: policy, at: at(25))
      try equal(pages.flatMap(\.committed.events).map(\.body.newState), [.revoked])
    },
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private static func three(_ store: any CredentialStore) async throws {
    for subject in ["a", "b", "c"] { try await store.enrol(subject, at: at(0)) }
  }

  /// Has the consent of three users withdrawn while verdicts are paused.
  private static func hold(_ store: any CredentialStore) async throws {
    _ = try await store.pause(entry(.pause, StoreWorld.apple, at: at(29)), now: at(29))
    let committed = try await store.push(
      ["a", "b", "c"].map { push($0, consent, at: at(30)) }, at: at(30))
    try equal(committed.map { $0?.push }, [.heldByPause, .heldByPause, .heldByPause])
    try equal(committed.map { $0?.events.count }, [0, 0, 0])
  }
}
