internal import Linux

extension Sandbox {
  /// Signs `subject` in to `client` and returns the refresh token, as after a first login.
  ///
  /// Signing in again gives one more token and leaves the earlier ones as they are.
  package func addUser(
    _ subject: String, client: String, options: SignInOptions = SignInOptions()
  ) throws(SandboxError) -> String {
    try check(subject, client)
    let now = clock() / 1_000
    return state.withLock { $0.registry.signIn(subject, client, options, now: now).token }
  }

  /// Makes an authorization code for `subject` at `client`, good once within five minutes.
  package func addCode(
    _ subject: String, client: String, options: SignInOptions = SignInOptions()
  ) throws(SandboxError) -> String {
    try check(subject, client)
    let now = clock() / 1_000
    return state.withLock { $0.registry.makeCode(subject, client, options, now: now) }
  }

  /// Withdraws the consent of `subject`: every token given out so far is answered with an error,
  /// the usual one of the kind unless told otherwise.
  package func revoke(_ subject: String, as answer: RevokedAs? = nil) throws(SandboxError) {
    let known = settings.kind.revocations
    guard answer == nil || answer.map(known.contains) == true else {
      let names = known.map(\.rawValue).joined(separator: ", ")
      throw SandboxError(
        .usage, "users of the kind \(settings.kind.rawValue) can be revoked as: \(names)")
    }
    try mark(subject, answer ?? known.first)
  }

  /// Deletes the account of `subject`, as far as the kind tells that from a revocation.
  package func delete(_ subject: String) throws(SandboxError) { try mark(subject, .deleted) }

  /// Lets `subject` come back after a revocation or a deletion: a new sign-in, whose token it
  /// returns; the old tokens stay dead.
  package func comeBack(_ subject: String, client: String) throws(SandboxError) -> String {
    try check(subject, client)
    let isKnown = state.withLock { $0.registry.grants(of: subject) != nil }
    guard isKnown else { throw Self.nobody(subject) }
    return try addUser(subject, client: client)
  }

  /// Takes a revocation back.
  package func restore(_ subject: String) throws(SandboxError) { try mark(subject, nil) }

  /// All users in the order they were added.
  package func users() -> [SandboxUser] { state.withLock { $0.registry.users() } }

  /// Turns a fault on, for everybody unless told otherwise, or all faults off with `normal`.
  package func setMode(_ mode: SandboxMode, for scope: FaultScope = .everything) {
    let now = clock() / 1_000
    state.withLock { state in
      state.modeSince = now
      (state.mode, state.scope, state.counted) = (mode, scope, 0)
      state.replica = mode == .staleReplica ? state.registry : Registry()
    }
  }

  /// The mode that is on.
  package var mode: SandboxMode { state.withLock { $0.mode } }

  /// The latest requests, oldest first, up to 100 000 and more; the file has all.
  package func log() -> [LogEntry] { state.withLock { $0.log.entries } }

  private func mark(_ subject: String, _ answer: RevokedAs?) throws(SandboxError) {
    guard state.withLock({ $0.registry.mark(subject, answer) }) else {
      throw Self.nobody(subject)
    }
  }

  private static func nobody(_ subject: String) -> SandboxError {
    SandboxError(.unknown, "there is no user \"\(subject)\"; see: user list")
  }

  private func check(_ subject: String, _ client: String) throws(SandboxError) {
    let isPlain = subject.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    guard (1...255).contains(subject.utf8.count), isPlain else {
      throw SandboxError(
        .usage,
        "a subject has 1 to 255 bytes and no control characters, this one has"
          + " \(subject.utf8.count) bytes")
    }
    let number = Int64(subject).map { String($0) == subject && $0 > 0 } ?? false
    guard !settings.kind.hasNumbers || number else {
      throw SandboxError(
        .usage, "users of the kind \(settings.kind.rawValue) have numbers, such as 1234567890")
    }
    guard settings.clients.contains(where: { $0.utf8.elementsEqual(client.utf8) }) else {
      throw SandboxError(
        .unknown,
        "the client \"\(client)\" is not registered; there are: "
          + settings.clients.joined(separator: ", "))
    }
  }
}
