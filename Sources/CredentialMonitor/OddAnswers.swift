internal import CredentialCore

/// Answers that may be about one user or about us: only their share among the latest tells which.
struct OddAnswers: Sendable {
  /// So many of the latest answers are compared.
  static let compared = 50
  /// Fewer users than this are never a fault of ours.
  static let fewestUsers = 3

  /// In no order: the oldest is replaced in its place.
  private var latest: [(user: CredentialID, isOdd: Bool)] = []
  private var oldest = 0
  private var odd = 0

  /// Counts an answer.
  mutating func note(_ user: CredentialID, isOdd: Bool) {
    odd += isOdd ? 1 : 0
    guard latest.count == Self.compared else { return latest.append((user, isOdd)) }
    odd -= latest[oldest].isOdd ? 1 : 0
    latest[oldest] = (user, isOdd)
    oldest = (oldest + 1) % Self.compared
  }

  /// Whether four of five answers are odd, and those of several users.
  var areWidespread: Bool {
    guard odd * 5 >= latest.count * 4 else { return false }
    return Set(latest.filter(\.isOdd).map(\.user)).count >= Self.fewestUsers
  }
}
