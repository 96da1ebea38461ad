internal import CredentialCore
internal import SQLite

/// What a start reads of every credential, in one pass over the narrow table.
struct ScheduleReading {
  /// The planned looks.
  let schedule: LookSchedule
  /// Rows with a look in flight that an earlier process made.
  let claimed: [Int64]

  /// Reads over a connection of its own, so that the writer's cache is not filled with rows that are
  /// needed once.
  init(path: String) throws {
    let connection = try Connection(
      path: path,
      options: ConnectionOptions(mode: .readOnly, busyTimeout: .seconds(5), cacheKiB: 256))
    var heaps: [(provider: Int64, heap: DueHeap)] = []
    var claimed: [Int64] = []
    var last = 0
    let highest = try connection.first("SELECT max(id) FROM credentials") {
      try $0.optionalInteger(0) ?? 0
    }
    try connection.each(
      "SELECT provider, id, next_look, claim_epoch FROM credentials"
    ) { row in
      let (provider, id) = (try row.integer(0), try row.integer(1))
      if !row.isNull(3) { claimed.append(id) }
      guard let due = try row.optionalMoment(2) else { return }
      if last >= heaps.count || heaps[last].provider != provider {
        last = heaps.firstIndex { $0.provider == provider } ?? heaps.count
        if last == heaps.count { heaps.append((provider, DueHeap(room: Int(highest ?? 0)))) }
      }
      heaps[last].heap.append(LookSchedule.key(row: id, due: due))
    }
    for index in heaps.indices { heaps[index].heap.order() }
    schedule = LookSchedule(heaps)
    self.claimed = claimed
  }
}
