internal import CredentialCore

extension StoreContract {
  static let enrolment = [
    StoreContractCase("a registered user is unknown and its first look is due at once") { store in
      let user = try await store.register(StoreWorld.registration("u"), now: StoreWorld.at(.zero))
      try equal(user.state, .unknown)
      try equal(user.reason, .registered)
      try equal(try await store.credential(user.id), user)
      let batch = try await store.claim(StoreWorld.request(StoreWorld.at(.zero)))
      try equal(batch.looks.map(\.credential), [user.id])
    },
    StoreContractCase("account and labels come back as given, whatever bytes they hold") { store in
      let labels = [Label(key: "a:1", value: "é\n,5:"), Label(key: "b", value: "")]
      let given = StoreWorld.registration("u", account: "jo\u{0}e", labels: labels)
      _ = try await store.register(given, now: StoreWorld.at(.zero))
      let stored = try found(try await store.credential(given.id))
      try equal(stored.labels, labels)
      try equal(stored.account.map { Array($0.utf8) }, Array("jo\u{0}e".utf8))
    },
    StoreContractCase("a sign-in that names no account keeps the stored one") { store in
      let labels = [Label(key: "k", value: "v")]
      _ = try await store.register(
        StoreWorld.registration("u", account: "joe", labels: labels), now: StoreWorld.at(.zero))
      let again = try await store.register(
        StoreWorld.registration("u"), now: StoreWorld.at(.seconds(1)))
      try equal(again.account, "joe")
      try equal(again.labels, labels)
    },
    StoreContractCase(
      "a new token of a client replaces its unproven one and only that is asked with"
    ) { store in
      let first = try await store.register(
        StoreWorld.registration("u", token: "one"), now: StoreWorld.at(.zero))
      let second = try await store.register(
        StoreWorld.registration("u", token: "two"), now: StoreWorld.at(.seconds(1)))
      try equal(second.grants.count, 1)
      try expect(second.grants[0].epoch > first.grants[0].epoch, "the epoch must grow")
      let batch = try await store.claim(StoreWorld.request(StoreWorld.at(.seconds(1))))
      try equal(batch.looks.map { $0.token.withBytes { $0 } }, [Array("two".utf8)])
    },
    StoreContractCase("subjects that only look the same are two users") { store in
      for subject in ["caf\u{e9}", "cafe\u{301}"] {
        _ = try await store.register(
          StoreWorld.registration(subject), now: StoreWorld.at(.zero))
      }
      try equal(try await store.credentials(CredentialQuery(limit: 10)).count, 2)
    },
    StoreContractCase("users are listed in byte order, page by page") { store in
      for subject in ["b", "B", "ab", "é", "a"] {
        _ = try await store.register(StoreWorld.registration(subject), now: StoreWorld.at(.zero))
      }
      var subjects: [String] = []
      var query = CredentialQuery(limit: 2)
      while true {
        let page = try await store.credentials(query)
        guard let last = page.last else { break }
        try expect(page.count <= 2, "a page of \(page.count)")
        subjects += page.map(\.id.subject.text)
        query.after = last.id
      }
      try equal(subjects, ["B", "a", "ab", "b", "é"])
    },
    StoreContractCase("a list can be limited to a provider and a state") { store in
      let other = CredentialID(
        provider: ProviderName(validText: "kakao"), subject: StoreWorld.id("u").subject)
      _ = try await store.register(
        Registration(
          id: other, client: ClientID(validBytes: [0x63]), token: Secret([1]), account: nil,
          labels: nil), now: StoreWorld.at(.zero))
      try await store.enrol("u", at: StoreWorld.at(.zero))
      _ = try await store.register(StoreWorld.registration("v"), now: StoreWorld.at(.zero))
      let mine = try await store.credentials(
        CredentialQuery(provider: StoreWorld.apple, state: .authorized, limit: 10))
      try equal(mine.map(\.id), [StoreWorld.id("u")])
      let unknown = try await store.credentials(CredentialQuery(state: .unknown, limit: 10))
      try equal(unknown.map(\.id), [StoreWorld.id("v"), other])
      let census = try await store.census()
      try equal(census.credentials[StoreWorld.apple], [.authorized: 1, .unknown: 1])
      try equal(census.credentials[other.provider], [.unknown: 1])
    },
    StoreContractCase("a closed store refuses with `closed`") { store in
      await store.close()
      await store.close()
      do {
        _ = try await store.credential(StoreWorld.id("u"))
        try expect(false, "the read must be refused")
      } catch let error as StoreError { try equal(error.code, .closed) }
      do {
        _ = try await store.register(StoreWorld.registration("u"), now: StoreWorld.at(.zero))
        try expect(false, "the write must be refused")
      } catch let error as StoreError { try equal(error.code, .closed) }
    },
  ]
}
