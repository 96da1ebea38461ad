internal import CredentialCore

/// Where sign-ins are verified: so many at once of each provider, and each code once.
///
/// A code is used up by its first exchange. Who hands the same sign-in over again, as after a call that
/// took too long for it, waits for the end of the first, or gets its answer for a while after.
actor SignInDesk {
  /// So many calls about one provider are under way at once, those that wait for another included.
  static let mostOfOne = 32
  /// So many about all of them; the bus takes some more calls of one user, for what else there is.
  static let mostOfAll = 48
  /// So long the answer to a code is kept: longer than a code lives.
  static let memory: Duration = .seconds(600)
  /// So many answers are kept.
  static let mostKept = 1_000

  /// What a code stands for.
  private struct Key: Hashable {
    let provider: ProviderName
    let code: [UInt8]
  }

  /// A code that was handed over: by what hand-over, and what comes of it.
  private struct Entry {
    let handover: SignInHandover
    let work: Task<SignInAnswer, any Error>
    /// When it was answered; nil while it is under way.
    var ended: Moment?
  }

  private var underWay: [ProviderName: Int] = [:]
  private var codes: [Key: Entry] = [:]

  /// Has `work` done, unless the same code was handed over before.
  func serve(
    _ request: SignInRequest, time: any TimeSource,
    work: @escaping @Sendable () async throws -> SignInAnswer
  ) async throws -> SignInAnswer {
    forgetOld(time.now())
    try enter(request.provider)
    defer { underWay[request.provider, default: 1] -= 1 }
    guard let code = request.handover.code else { return try await work() }
    let key = Key(provider: request.provider, code: code.withBytes { $0 })
    if let entry = codes[key] {
      guard entry.handover.isSame(as: request.handover) else {
        throw OperationError(
          SignInRefusal(
            .invalidResponse,
            "this code was handed over before with other particulars; it is used up"))
      }
      return try await entry.work.value
    }
    let task = Task { try await work() }
    codes[key] = Entry(handover: request.handover, work: task)
    do {
      let answer = try await task.value
      codes[key]?.ended = time.now()
      return answer
    } catch {
      // Nothing came of it, so the provider says what becomes of the next try.
      codes[key] = nil
      throw error
    }
  }

  /// Returns when what is under way has ended.
  func drain() async {
    for entry in codes.values where entry.ended == nil { _ = try? await entry.work.value }
  }

  private func enter(_ provider: ProviderName) throws {
    let (ofOne, ofAll) = (underWay[provider, default: 0], underWay.values.reduce(0, +))
    guard ofOne < Self.mostOfOne, ofAll < Self.mostOfAll else {
      throw OperationError(
        .busy, "too many sign-ins are under way (\(ofOne) of \(provider)); try again in a moment")
    }
    underWay[provider] = ofOne + 1
  }

  private func forgetOld(_ now: Moment) {
    let limit = now - Self.memory
    codes = codes.filter { $0.value.ended.map { $0 > limit && $0 <= now } ?? true }
    guard codes.count > Self.mostKept else { return }
    for (key, _) in codes.filter({ $0.value.ended != nil }).prefix(codes.count - Self.mostKept) {
      codes[key] = nil
    }
  }
}

extension SignInHandover {
  /// Whether it says the same, byte by byte.
  fileprivate func isSame(as other: SignInHandover) -> Bool {
    let texts = { (handover: SignInHandover) in
      [handover.redirectURI, handover.nonce, handover.error].map { $0.map { Array($0.utf8) } }
    }
    let secrets = { (handover: SignInHandover) in
      [handover.identityToken, handover.code, handover.refreshToken, handover.codeVerifier]
        .map { $0?.withBytes { $0 } }
    }
    return texts(self) == texts(other) && secrets(self) == secrets(other)
      && client == other.client && subject == other.subject
  }
}
