internal import CredentialCore

extension StoreContract {
  static let tokenNames = [
    StoreContractCase("a user is found by what the provider calls the token, and by no older one") {
      store in
      let (name, other) = (TokenName("prefix a"), TokenName("prefix b"))
      var first = StoreWorld.registration("u")
      first.tokenNames = [name, other]
      _ = try await store.register(first, now: StoreWorld.at(.zero))
      var second = SignInOf("v").signIn
      second.tokenNames = [other]
      _ = try await store.signIn(
        second, decider: StoreWorld.decider(), now: StoreWorld.at(.zero))
      let (u, v) = (StoreWorld.id("u"), StoreWorld.id("v"))
      try equal(try await store.owners(of: name, at: StoreWorld.apple), [u])
      try equal(try await store.owners(of: other, at: StoreWorld.apple), [u, v])
      let elsewhere = ProviderName(validText: "elsewhere")
      try equal(try await store.owners(of: name, at: elsewhere), [])
      // Its unproven token is replaced at once.
      _ = try await store.register(StoreWorld.registration("u"), now: StoreWorld.at(.seconds(1)))
      try equal(try await store.owners(of: name, at: StoreWorld.apple), [])
      _ = try await store.forget(v, force: true, now: StoreWorld.at(.seconds(2)))
      try equal(try await store.owners(of: other, at: StoreWorld.apple), [])
    }
  ]

  /// A sign-in with a token, to be changed.
  private struct SignInOf {
    let signIn: SignIn

    init(_ subject: String) {
      signIn = StoreContract.signIn(
        subject, .exchanged(Secret(Array("token".utf8))), at: StoreWorld.at(.zero))
    }
  }
}
