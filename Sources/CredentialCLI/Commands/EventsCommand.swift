internal import CredentialCore

/// `events`: the published events, and with `--follow` those that come.
package enum EventsCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "events",
    options: [
      VerbOption("follow", letter: "f", "go on with the events that come"),
      VerbOption(
        "after", value: .count(0...UInt64(Int64.max)),
        "only events with a higher sequence number than N"),
      CommonOptions.limit("events, then end"),
    ],
    summary: "list events",
    details: "With --follow it goes on over restarts of the daemon and the bus, leaves nothing out "
      + "and repeats nothing; when that cannot be kept, because the store is another one or events "
      + "are no longer kept, it ends with status 1. Its JSON is one document a line.",
    run: run)

  /// What the table shows of an event.
  package static let columns = [
    TableColumn("SEQUENCE", "sequence"), TableColumn("AT", "at"),
    TableColumn("PROVIDER", "provider"), TableColumn("SUBJECT", "subject"),
    TableColumn("EVENT", "kind"), TableColumn("BEFORE", "old_state"),
    TableColumn("STATE", "state"), TableColumn("REASON", "reason"),
    TableColumn("ACTION", "action"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let monitor = try await session.monitor()
    var cursor = EventCursor(
      after: invocation.number("after") ?? 0, left: invocation.number("limit") ?? .max)
    if invocation.has("follow") {
      try await EventFollower(monitor: monitor, session: session).run(&cursor)
    } else {
      try await list(&cursor, monitor, session.output)
    }
    return ExitStatus.done.rawValue
  }

  private static func list(
    _ cursor: inout EventCursor, _ monitor: any MonitorClient, _ output: OutputWriter
  ) async throws {
    var isFirst = true
    while let page = try await cursor.next(from: monitor, evenEmpty: isFirst) {
      if isFirst {
        try await output.beginRows(
          "events", head: ["generation": .text(cursor.generation)], columns: columns)
      }
      isFirst = false
      try await output.rows(page)
    }
    try await output.endRows()
  }
}
