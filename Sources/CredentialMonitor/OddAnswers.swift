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

  /// Counts an answer.
  mutating func note(_ user: CredentialID, isOdd: Bool) {
    guard latest.count == Self.compared else { return latest.append((user, isOdd)) }
    latest[oldest] = (user, isOdd)
    oldest = (oldest + 1) % Self.compared
  }

  /// Whether four of five answers are odd, and those of several users.
  var areWidespread: Bool {
    let odd = latest.filter(\.isOdd)
    guard odd.count * 5 >= latest.count * 4 else { return false }
    return Set(odd.map(\.user)).count >= Self.fewestUsers
  }
}
