/// Isolated answers about one grant, on different days and without a success between them.
package struct IsolatedRun: Sendable, Equatable {
  /// So many of them are evidence about the user.
  package static let evident = 3

  /// When the first came.
  package let first: Moment
  /// When the last one that counts came.
  package var last: Moment
  /// How many count.
  package var looks: Int

  /// Spells out a run.
  package init(first: Moment, last: Moment, looks: Int) {
    self.first = first
    self.last = last
    self.looks = looks
  }
}
