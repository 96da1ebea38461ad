/// How much of a credential's history is kept.
package enum HistoryBounds {
  /// Entries of one credential.
  package static let entries = 20
  /// Of these, entries of the kind that comes again and again.
  package static let routine = 8
  /// Events that are shown of one credential.
  package static let events = 20

  /// Which of a credential's entries go, the oldest first given: routine beyond its number, then
  /// routine, then the oldest.
  package static func surplus(isRoutine: [Bool]) -> [Int] {
    let tooMany = isRoutine.count - entries
    // The newest entry is never among them.
    let routine = isRoutine.indices.dropLast().filter { isRoutine[$0] }
    let routinely = max(isRoutine.count { $0 } - Self.routine, min(tooMany, routine.count))
    var gone = Array(routine.prefix(max(0, routinely)))
    let rest = isRoutine.indices.filter { !gone.contains($0) }
    gone += rest.prefix(max(0, tooMany - gone.count))
    return gone.sorted()
  }
}
