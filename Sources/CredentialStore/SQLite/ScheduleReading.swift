internal import CredentialCore
internal import Linux
internal import SQLite

/// What a start reads of every credential, in one pass over the narrow table.
struct ScheduleReading {
  /// The planned looks.
  let schedule: LookSchedule
  /// Rows with a look in flight that an earlier process made.
  let claimed: [Int64]

  /// Reads over connections of its own, so that the writer's cache is not filled with rows that are
  /// needed once; each half of the table on a thread of its own, for a start waits for nothing else.
  init(path: String) throws {
    let highest = try Self.connect(path).first("SELECT max(id) FROM credentials") {
      try $0.optionalInteger(0) ?? 0
    }
    let rows = Int(highest ?? 0)
    let middle = Int64(rows / 2)
    let upper = Lock<Result<Part, any Error>?>(nil)
    let thread = NamedThread(name: "schedule") {
      let part = Result { try Part(Self.connect(path), middle + 1...Int64.max, room: rows / 2) }
      upper.withLock { $0 = part }
    }
    var whole = try {
      defer { thread.join() }
      return try Part(Self.connect(path), Int64.min...middle, room: rows)
    }()
    if let part = upper.withLock({ $0.take() }) { whole.take(over: try part.get()) }
    for index in whole.heaps.indices { whole.heaps[index].heap.order() }
    schedule = LookSchedule(whole.heaps)
    claimed = whole.claimed
  }

  private static func connect(_ path: String) throws -> Connection {
    try Connection(
      path: path,
      options: ConnectionOptions(mode: .readOnly, busyTimeout: .seconds(5), cacheKiB: 256))
  }
}

extension ScheduleReading {
  /// What a range of rows holds; the heaps are not in order yet.
  private struct Part: Sendable {
    var heaps: [(lane: LookSchedule.Lane, heap: DueHeap)] = []
    var claimed: [Int64] = []

    /// Reads the rows `ids`; a heap has room for `room` entries.
    init(_ connection: Connection, _ ids: ClosedRange<Int64>, room: Int) throws {
      var last = 0
      try connection.each(
        "SELECT provider, id, next_look, claim_epoch, requested FROM credentials WHERE id BETWEEN ? AND ?",
        .integer(ids.lowerBound), .integer(ids.upperBound)
      ) { row in
        let id = try row.integer(1)
        let lane = LookSchedule.Lane(
          provider: try row.integer(0), isAsked: try row.integer(4) != 0)
        if !row.isNull(3) { claimed.append(id) }
        guard let due = try row.optionalMoment(2) else { return }
        if last >= heaps.count || heaps[last].lane != lane {
          last = index(of: lane, room: lane.isAsked ? 0 : room)
        }
        heaps[last].heap.append(LookSchedule.key(row: id, due: due))
      }
    }

    /// Adds what another range holds.
    mutating func take(over other: consuming Part) {
      claimed += other.claimed
      for (lane, heap) in other.heaps {
        let index = index(of: lane, room: heap.count)
        heaps[index].heap.append(contentsOf: heap)
      }
    }

    private mutating func index(of lane: LookSchedule.Lane, room: Int) -> Int {
      if let index = heaps.firstIndex(where: { $0.lane == lane }) { return index }
      heaps.append((lane, DueHeap(room: room)))
      return heaps.count - 1
    }
  }
}
