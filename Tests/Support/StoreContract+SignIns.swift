package import CredentialCore

extension StoreContract {
  static let signIns = [
    StoreContractCase("a sign-in whose code was exchanged is authorized, and looked at a day later")
    {
      store in
      let kept = try await store.signIn(
        "u", .exchanged(token), at: at(0), hooks: [StoreWorld.logout])
      try equal(kept.outcome, .new)
      try equal(kept.rule, .signInVerified)
      try equal(kept.committed.events.map(\.body.newState), [.authorized])
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user, kept.credential)
      try equal(user.signedIn, at(0))
      try equal(user.stateEvent, 1)
      try equal(user.grants.map(\.status), [.live])
      try equal(try await store.claim(StoreWorld.request(at(0))).looks.count, 0)
      let later = try await store.claim(StoreWorld.request(at(48)))
      try equal(later.looks.map { $0.token.withBytes { $0 } }, [token.withBytes { $0 }])
      let history = try found(try await store.history(of: user.id))
      try equal(history.entries.map(\.kind), [.signIn])
      try equal(history.entries.first?.ground?.rule, .signInVerified)
      try equal(try await store.clients(of: StoreWorld.apple)[client].members, 1)
    },
    StoreContractCase("a token that the back end had is looked at at once") { store in
      _ = try await store.signIn("u", .handedOver(token), at: at(0))
      let batch = try await store.claim(StoreWorld.request(at(0)))
      try equal(batch.looks.map { $0.token.withBytes { $0 } }, [token.withBytes { $0 }])
    },
    StoreContractCase("a sign-in without a token is known, and never looked at") { store in
      let kept = try await store.signIn("u", nil, at: at(0))
      try equal(kept.credential.state, .authorized)
      try equal(kept.credential.grants, [])
      try equal(try await store.claim(StoreWorld.request(at(24 * 30))).looks.count, 0)
      let again = try await store.signIn("u", nil, at: at(1))
      try equal(again.outcome, .existing)
      try equal(again.committed.events.count, 0)
    },
    StoreContractCase("who comes back is returned, with the event that is undone") { store in
      _ = try await store.signIn("u", .exchanged(token), at: at(0))
      _ = try await store.push([push("u", consent, at: at(30))], at: at(30))
      let old = try await store.signIn("u", nil, signedIn: at(1), at: at(31))
      try equal(old.outcome, .existing)
      try equal(old.credential.state, .revoked)
      let back = try await store.signIn("u", .exchanged(token), at: at(32))
      try equal(back.outcome, .returned)
      try equal(back.committed.events.map(\.body.undoes), [2])
      try equal(back.credential.stateEvent, 3)
      try equal(back.credential.grants.map(\.status), [.live])
    },
    StoreContractCase("a profile stays when later sign-ins tell nothing, and goes with the user") {
      store in
      try equal(try await store.user(StoreWorld.id("u")), nil)
      let first = try await store.signIn("u", nil, profile: profile, at: at(0))
      try equal(first.credential.hasProfile, true)
      _ = try await store.signIn("u", nil, at: at(1))
      try equal(try await store.user(StoreWorld.id("u")), profile)
      var later = UserProfile()
      later.name.family = "King"
      _ = try await store.signIn("u", nil, profile: later, at: at(2))
      try equal(try await store.user(StoreWorld.id("u")), profile.updated(by: later))
      _ = try await store.register(StoreWorld.registration("u"), now: at(3))
      try equal(try await store.credential(StoreWorld.id("u"))?.hasProfile, true)
      _ = try await store.forget(StoreWorld.id("u"), force: false, now: at(4))
      try equal(try await store.user(StoreWorld.id("u")), nil)
      _ = try await store.signIn("u", nil, at: at(5))
      try equal(try await store.user(StoreWorld.id("u")), UserProfile())
      try equal(try await store.credential(StoreWorld.id("u"))?.hasProfile, false)
    },
  ]

  /// What Apple tells of a user once.
  package static let profile: UserProfile = {
    var profile = UserProfile()
    profile.mail = UserProfile.Mail("ada@example.org", isVerified: true, isRelay: false)
    (profile.name.given, profile.name.family) = ("Ada", "Lovelace")
    return profile
  }()

  private static let token = Secret(Array("token of a code".utf8))
  private static let client = ClientID(validBytes: Array("com.example.app".utf8))

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }
}

extension StoreContract {
  /// A verified sign-in of a user of `apple`.
  package static func signIn(
    _ subject: String, _ token: VerifiedSignIn.Token?, profile: UserProfile = UserProfile(),
    at moment: Moment
  ) -> SignIn {
    SignIn(
      provider: StoreWorld.apple,
      verified: VerifiedSignIn(
        subject: StoreWorld.id(subject).subject,
        client: ClientID(validBytes: Array("com.example.app".utf8)), at: moment, token: token,
        profile: profile, evidence: Evidence("identity token verified")))
  }
}

extension CredentialStore {
  /// Keeps a verified sign-in of a user of `apple`, judged by the rules of `policy`.
  package func signIn(
    _ subject: String, _ token: VerifiedSignIn.Token?, profile: UserProfile = UserProfile(),
    signedIn: Moment? = nil, at now: Moment, hooks: [HookName] = []
  ) async throws -> SignedIn {
    try await signIn(
      StoreContract.signIn(subject, token, profile: profile, at: signedIn ?? now),
      decider: StoreWorld.decider(hooks: hooks), now: now)
  }
}
