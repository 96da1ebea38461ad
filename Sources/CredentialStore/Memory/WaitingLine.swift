internal import CredentialCore

/// Grants of one client whose newest negative answer waits for a witness, the oldest answer first.
///
/// A grant that waits no longer stays until it comes up; whoever takes it compares it with the row.
struct WaitingLine: Sendable {
  /// One grant that waits since an answer.
  struct Place: Sendable, Equatable {
    let answered: Moment
    let number: Int64
    let epoch: Epoch
  }

  private var places: [Place] = []
  private var head = 0

  /// The grants of a row that wait.
  static func places(in entry: MemoryState.Entry) -> [(client: ClientID, place: Place)] {
    var places: [(client: ClientID, place: Place)] = []
    for grant in entry.record.credential.grants where grant.awaitsControl {
      guard let newest = grant.suspicion?.proofs.last else { continue }
      let place = Place(answered: newest.answered, number: entry.number, epoch: grant.epoch)
      places.append((grant.client, place))
    }
    return places
  }

  /// Adds a grant behind those whose answers are not newer.
  mutating func add(_ place: Place) {
    var index = places.count
    while index > head, places[index - 1].answered > place.answered { index -= 1 }
    places.insert(place, at: index)
  }

  /// Takes the first, if its answer is older than `moment`.
  mutating func pop(answeredBefore moment: Moment) -> Place? {
    guard head < places.count, places[head].answered < moment else { return nil }
    head += 1
    defer { forgetTaken() }
    return places[head - 1]
  }

  private mutating func forgetTaken() {
    guard head == places.count || head > 1024, head * 2 > places.count else { return }
    places.removeFirst(head)
    head = 0
  }
}
