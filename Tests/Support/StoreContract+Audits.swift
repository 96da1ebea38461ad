internal import CredentialCore

extension StoreContract {
  static let audits = [
    StoreContractCase("the audit says who asked for what, and to how many it was done") { store in
      try await held(store)
      _ = try await store.settleAll(.releaseAsIs, .turn, at: at(50))
      try await store.keep(entry(.reload, nil, at: at(51)))
      let entries = try await store.audit(limit: 9)
      try equal(entries.map(\.verb), [.reload, .releaseAsIs])
      try equal(entries.last?.number, 3)
      try equal(entries.last?.caller, Caller(uid: 7))
      try equal(entries.last?.provider, StoreWorld.apple)
      try equal(entries.last?.reason, "a test")
      try equal(entries.last?.at, at(50))
      try equal(try await store.audit(limit: 1).map(\.verb), [.reload])
    },
    StoreContractCase("of each kind the newest thousand are kept, and others stay") { store in
      try await store.keep(entry(.pause, nil, at: at(0)))
      for number in 0..<(AuditEntry.keptOfEach + 5) {
        try await store.keep(entry(.check, StoreWorld.apple, at: at(number)))
      }
      let entries = try await store.audit(limit: 5_000)
      try equal(entries.count, AuditEntry.keptOfEach + 1)
      try equal(entries.last?.verb, .pause)
      try equal(entries.dropLast().last?.at, at(5))
    },
    StoreContractCase("the audit does not name a user who was forgotten") { store in
      try await store.enrol("u", at: at(0))
      _ = try await store.settleAll(.discard, .drop, subject: "u", at: at(1))
      try equal(try await store.audit(limit: 1).first?.subject, StoreWorld.id("u").subject)
      _ = try await store.forget(StoreWorld.id("u"), force: false, now: at(2))
      let subject = try found(try await store.audit(limit: 1).first?.subject)
      try expect(subject.text.hasPrefix("forgotten:"), "found \(subject)")
    },
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }
}
