extension KeyCache {
  /// What the known keys say of a token.
  private enum Reading {
    case verified(VerifiedJWS)
    case refused(TokenFault)
    /// Another key may have signed it, one that the issuer has had since the keys were fetched.
    case unknown(TokenFault)
  }

  /// What to do at `now` about a token that was received at `received`.
  ///
  /// That a key is unknown is said only by a set that was fetched after the token came: until then
  /// the issuer may have a new key, and a token it signed must not be refused.
  package mutating func judge(
    _ token: CompactJWS, _ rules: SignatureRules, received: Int64, now: Int64
  ) -> Outcome {
    let header: ProtectedHeader
    do throws(TokenFault) { header = try rules.header(of: token) } catch { return .refused(error) }
    guard let known else {
      return fetch(now, soon: true) ?? .unavailable(obstacle(now, soon: true))
    }
    let isFinal = (received...max(received, now)).contains(known.fetched)
    guard isFinal || (known.fetched..<known.freshUntil).contains(now) else {
      if let outcome = fetch(now, soon: true) { return outcome }
      guard now < known.fetched + policy.longestUse else {
        return .unavailable(obstacle(now, soon: true))
      }
      return outcome(Self.read(token, header, rules, known.keys), now, isFinal: false)
    }
    return outcome(Self.read(token, header, rules, known.keys), now, isFinal: isFinal)
  }

  private mutating func outcome(_ reading: Reading, _ now: Int64, isFinal: Bool) -> Outcome {
    switch reading {
    case .verified(let token): .verified(token)
    case .refused(let fault): .refused(fault)
    case .unknown(let fault):
      isFinal
        ? .refused(fault) : fetch(now, soon: false) ?? .unavailable(obstacle(now, soon: false))
    }
  }

  /// Begins a fetch, or waits for the one under way; nil when it is too early for one.
  ///
  /// `soon` is for keys that are needed at all: a failed fetch is then repeated after less than the
  /// interval that unknown names have to keep.
  private mutating func fetch(_ now: Int64, soon: Bool) -> Outcome? {
    if isFetching, let attempt, (attempt..<attempt + policy.fetchLimit).contains(now) {
      return .waitForFetch
    }
    guard now >= next(now, soon: soon) else { return nil }
    attempt = now
    isFetching = true
    return .fetch
  }

  private func next(_ now: Int64, soon: Bool) -> Int64 {
    // A clock that was set back must not hold up fetches until it is there again.
    guard let attempt, attempt <= now else { return now }
    let interval = attempt + policy.interval
    guard let failure else { return isFetching ? attempt + policy.fetchLimit : interval }
    return soon ? failure.next : max(failure.next, interval)
  }

  private func obstacle(_ now: Int64, soon: Bool) -> KeysUnavailable {
    let reason =
      failure.map { "the issuer's keys cannot be fetched: \($0.reason)" }
      ?? "the token names a key that the issuer did not have when its keys were last fetched"
    return KeysUnavailable(until: next(now, soon: soon), description: reason)
  }

  private static func read(
    _ token: CompactJWS, _ header: ProtectedHeader, _ rules: SignatureRules, _ keys: KeySet
  ) -> Reading {
    do throws(TokenFault) { return .verified(try keys.verify(token, rules)) } catch {
      let isUnnamed = header.keyID == nil
      switch error.code {
      case .unknownKey: return .unknown(error)
      case .badSignature where isUnnamed, .signatureLength where isUnnamed: return .unknown(error)
      default: return .refused(error)
      }
    }
  }
}
