internal import CredentialCore

extension StoreContract {
  static let transfers = [
    StoreContractCase("a user goes to the new name with account, token and profile") { store in
      try await store.enrol("old", at: at(0), account: "4711")
      _ = try await store.signIn("old", nil, profile: profile, at: at(0))
      try await store.transfer("old", .identifier(subject("bridge")), at: at(1))
      try equal(
        try await store.transfers.subject(ofTransfer: subject("bridge"), of: StoreWorld.apple),
        subject("old"))
      let committed = try await store.transfer(
        "old", .successor(subject("new"), UserProfile()), at: at(2))
      try equal(committed.flatMap(\.events).map(\.body.newState), [.transferred])
      let old = try found(try await store.credential(StoreWorld.id("old")))
      try equal(old.state, .transferred)
      try equal(old.grants, [])
      let new = try found(try await store.credential(StoreWorld.id("new")))
      try equal(new.account, "4711")
      try equal(new.grants.map(\.status), [.unproven])
      try equal(try await store.user(StoreWorld.id("new")), profile)
      // The token is asked about when it would have been, and not before.
      try equal(try await store.claim(StoreWorld.request(at(3))).looks.count, 0)
      let looks = try await store.claim(StoreWorld.request(at(25))).looks
      try equal(looks.map(\.credential), [StoreWorld.id("new")])
      try equal(
        looks.map { $0.token.withBytes { Array($0) } }, [Array("token of old".utf8)])
    },
    StoreContractCase("pages and progress tell who is collected, refused, mapped, and left") {
      store in
      for user in ["a", "b", "c", "d"] { try await store.enrol(user, at: at(0)) }
      try await store.transfer("a", .identifier(subject("bridge a")), at: at(1))
      try await store.transfer("a", .successor(subject("new a"), UserProfile()), at: at(1))
      try await store.transfer("b", .identifier(subject("bridge b")), at: at(1))
      try await store.transfer("c", .refused("400 invalid_request"), at: at(1))
      try await store.transfer("d", .failed("timeout"), at: at(1))
      func page(_ part: TransferQuery.Part, after: String? = nil) async throws -> [String] {
        try await store.transfers.transferring(
          TransferQuery(
            provider: StoreWorld.apple, accepted: nil, part: part,
            after: after.map { subject($0) })
        ).map(\.subject.text)
      }
      try equal(try await page(.all), ["a", "b", "c", "d"])
      try equal(try await page(.all, after: "b"), ["c", "d"])
      try equal(try await page(.unmapped), ["b", "c", "d"])
      try equal(try await page(.open(.export, since: at(0))), ["d"])
      try equal(try await page(.open(.export, since: at(2))), ["c", "d"])
      try equal(try await page(.open(.import, since: at(2))), ["b"])
      let progress = try await store.transfers.transferProgress(
        of: TransferQuery(provider: StoreWorld.apple, accepted: nil))
      try equal(
        [progress.users, progress.identified, progress.mapped, progress.refused], [4, 2, 1, 1])
    },
    StoreContractCase("users of the receiving team, and who was revoked, are no part of a move") {
      store in
      try await store.enrol("old", at: at(0))
      try await store.enrol("gone", at: at(0))
      _ = try await store.push([push("gone", consent, at: at(1))], at: at(1))
      try await store.enrol("new", at: at(48))
      _ = try await store.signIn("newer", nil, at: at(48))
      let query = TransferQuery(provider: StoreWorld.apple, accepted: at(24))
      let records = try await store.transfers.transferring(query)
      try equal(records.map(\.subject.text), ["old"])
      try equal(try await store.transfers.transferProgress(of: query).users, 1)
    },
    StoreContractCase("the first new name counts, and a user who was revoked stays so") { store in
      try await store.enrol("old", at: at(0))
      try await store.transfer("old", .successor(subject("one"), UserProfile()), at: at(1))
      let second = try await store.transfer(
        "old", .successor(subject("two"), UserProfile()), at: at(2))
      try equal(second.flatMap(\.events).count, 0)
      try equal(try await store.credential(StoreWorld.id("two")), nil)
      try await store.enrol("gone", at: at(0))
      _ = try await store.push([push("gone", consent, at: at(30))], at: at(30))
      try await store.transfer("gone", .successor(subject("back"), UserProfile()), at: at(31))
      try equal(try await store.credential(StoreWorld.id("gone"))?.state, .revoked)
      try equal(try await store.credential(StoreWorld.id("back"))?.grants, [])
    },
    StoreContractCase("a step is kept until it has ended, with its audit; a newer one stays") {
      store in
      let run = TransferRun(.export, of: StoreWorld.apple, asked: at(1))
      let entry = AuditEntry(
        .transferExport, by: Caller(uid: 0), provider: StoreWorld.apple, reason: "", at: at(1))
      try await store.transfers.begin(run, entry: entry)
      try equal(try await store.transfers.transferRuns(), [run])
      try equal(try await store.audit(limit: 9).map(\.verb), [.transferExport])
      let newer = TransferRun(.export, of: StoreWorld.apple, asked: at(2))
      try await store.transfers.begin(newer, entry: entry)
      try await store.transfers.end(run, now: at(3))
      try equal(try await store.transfers.transferRuns(), [newer])
      try await store.transfers.end(newer, now: at(3))
      try equal(try await store.transfers.transferRuns(), [])
    },
    StoreContractCase("the tokens of a user that may be alive are to be had, of nobody else") {
      store in
      try equal(try await store.heldTokens(of: StoreWorld.id("u"))?.count, nil)
      try await store.enrol("u", at: at(0))
      let held = try found(try await store.heldTokens(of: StoreWorld.id("u")))
      try equal(held.map { $0.token.withBytes { Array($0) } }, [Array("token of u".utf8)])
      _ = try await store.push([push("u", consent, at: at(30))], at: at(30))
      try equal(try await store.heldTokens(of: StoreWorld.id("u"))?.count, 0)
    },
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private static func subject(_ text: String) -> Subject {
    Subject(validBytes: Array(text.utf8))
  }
}

extension CredentialStore {
  /// Keeps one answer about a user of a move.
  @discardableResult
  fileprivate func transfer(
    _ subject: String, _ reply: TransferReply, at now: Moment
  ) async throws -> [Committed] {
    try await transfers.note(
      [TransferFinding(StoreWorld.id(subject).subject, reply)], of: StoreWorld.apple,
      decider: StoreWorld.decider(), now: now)
  }
}
