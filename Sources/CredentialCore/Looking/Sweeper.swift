/// The role of a provider that lists all users who are linked to the service.
///
/// To the implementer: what is listed is a hint and never a verdict. A page that cannot be had is an
/// answer; never retry inside. Nothing may block.
package protocol Sweeper: Sendable {
  /// How often the list is read.
  var interval: Duration { get }
  /// The time between two pages at least, so that the provider's quota is kept.
  var spacing: Duration { get }
  /// One page: the first without a place, else the one that the page before has named.
  func page(at place: String?) async -> SweepAnswer
  /// Frees connections until the next page; called between two sweeps.
  func rest()
  /// Ends what is in flight and frees connections for good; idempotent.
  func close()
}

/// What came for one page of the list.
package enum SweepAnswer: Sendable, Equatable {
  /// So many users.
  case page(SweepPage)
  /// It may come later, and until then nothing is known.
  case later(String, retryAfter: Duration?)
  /// It will not come; what is wrong.
  case refused(String)
}

/// A page of the list.
package struct SweepPage: Sendable, Equatable {
  /// Users who are linked.
  package let subjects: [Subject]
  /// Where the next page begins; nil after the last.
  package let next: String?
  /// How many users the whole list has, when the provider says so.
  package let total: Int?

  /// Spells out a page.
  package init(_ subjects: [Subject], next: String?, total: Int? = nil) {
    self.subjects = subjects
    self.next = next
    self.total = total
  }
}
