internal import CredentialCore
internal import Linux

/// Whether the admin key is known to be this app's.
///
/// No call with the key tells the app it belongs to, and under another app's key nobody is linked. So
/// the key is proven by two users whom it shows as linked; until then no negative answer counts.
final class KakaoKeyProof: Sendable {
  /// So many different users prove it.
  static let enough = 2

  /// Users who are known to be well and are asked about first, at most two.
  let canaries: [Subject]
  private let seen = Lock<Set<Subject>>([])

  init(canaries: [Subject]) { self.canaries = Array(canaries.prefix(Self.enough)) }

  var isProven: Bool { seen.withLock { $0.count >= Self.enough } }

  /// A user whom the key shows as linked.
  func note(_ user: KakaoUser) {
    guard user.isLinked else { return }
    seen.withLock { if $0.count < Self.enough { $0.insert(user.id) } }
  }
}
