internal import CredentialCore

/// The conclusive pushes about users who are not known, which a store in memory keeps.
struct UnknownPushes: Sendable {
  private var kept: [(push: Push, at: Moment)] = []
  private var keys: Set<PushLog.Key> = []

  /// Keeps one; the same again changes nothing.
  mutating func keep(_ push: Push, now: Moment) {
    forgetOldest(now: now)
    guard keys.insert(Self.key(push)).inserted else { return }
    kept.append((push, now))
    if kept.count > PushMemory.mostUnknown { keys.remove(Self.key(kept.removeFirst().push)) }
  }

  /// Gives what was kept about a user, in the order in which it came, and forgets it.
  mutating func take(about id: CredentialID, now: Moment) -> [Push] {
    forgetOldest(now: now)
    let found = kept.map(\.push).filter { $0.credential == id }
    if !found.isEmpty { forget(id) }
    return found
  }

  /// Forgets what was kept about a user.
  mutating func forget(_ id: CredentialID) { drop { $0.push.credential == id } }

  private mutating func forgetOldest(now: Moment) {
    let limit = now - PushMemory.spanOfUnknown
    if let first = kept.first, first.at < limit { drop { $0.at < limit } }
  }

  private mutating func drop(_ isGone: ((push: Push, at: Moment)) -> Bool) {
    for one in kept where isGone(one) { keys.remove(Self.key(one.push)) }
    kept.removeAll(where: isGone)
  }

  private static func key(_ push: Push) -> PushLog.Key {
    PushLog.Key(provider: push.credential.provider, id: push.id)
  }
}
