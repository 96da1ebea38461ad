internal import CredentialCore
internal import SQLite

/// Reads and writes what keeps verdicts back: pauses, and the baselines of providers.
struct RestraintTable {
  let connection: Connection

  /// The name that the pause of all providers is stored under, which no provider has.
  private static let everywhere = ""

  func read() throws -> Restraints {
    var restraints = Restraints()
    let pauses = try connection.rows("SELECT provider, since, uid, reason FROM pauses") { row in
      let caller = Caller(uid: UInt32(clamping: try row.integer(2)))
      return (
        try row.text(0), Pause(since: try row.moment(1), by: caller, reason: try row.text(3))
      )
    }
    for (name, pause) in pauses {
      restraints.pause(name == Self.everywhere ? nil : ProviderName(validText: name), pause)
    }
    let baselines = try connection.rows(
      """
      SELECT name, baseline_since, baseline_negatives, baseline_accepted FROM providers
      WHERE baseline_since IS NOT NULL
      """
    ) { row in
      (
        ProviderName(validText: try row.text(0)),
        Baseline(
          since: try row.moment(1), negatives: Int(try row.integer(2)),
          accepted: try row.optionalMoment(3))
      )
    }
    for (name, baseline) in baselines { restraints.baselines[name] = baseline }
    return restraints
  }

  /// Writes what is not as in `before`.
  func write(_ restraints: Restraints, before: Restraints) throws {
    if restraints.everywhere != before.everywhere {
      try write(restraints.everywhere, Self.everywhere)
    }
    let paused = Set(restraints.pauses.keys).union(before.pauses.keys)
    for name in paused where restraints.pauses[name] != before.pauses[name] {
      try write(restraints.pauses[name], name.text)
    }
    for (name, baseline) in restraints.baselines where baseline != before.baselines[name] {
      try connection.run(
        """
        UPDATE providers
        SET baseline_since = ?, baseline_negatives = ?, baseline_accepted = ? WHERE name = ?
        """, .moment(baseline.since), .integer(Int64(baseline.negatives)),
        BoundValue(baseline.accepted), .text(name.text))
    }
  }

  private func write(_ pause: Pause?, _ name: String) throws {
    guard let pause else {
      try connection.run("DELETE FROM pauses WHERE provider = ?", .text(name))
      return
    }
    try connection.run(
      "INSERT OR REPLACE INTO pauses VALUES (?, ?, ?, ?)", .text(name), .moment(pause.since),
      .integer(Int64(pause.by.uid)), .text(pause.reason))
  }
}
