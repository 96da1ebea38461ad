internal import CredentialCore
internal import Systemd

extension BusVerb {
  /// How far a move to another team has come.
  static let getTransfer = BusVerb(
    "GetTransfer", input: [.init("provider", "s")], output: [.init("transfer", "a{sv}")]
  ) { arguments, operations in
    [BusValue(try await operations.transferStatus(of: arguments.provider(arguments.text(0))))]
  }

  /// The users whom it concerns.
  static let listTransfers = BusVerb(
    "ListTransfers",
    input: [.init("provider", "s"), .init("cursor", "s"), .init("limit", "u")],
    output: [.init("rows", "aa{sv}"), .init("next_cursor", "s")], flags: 1
  ) { arguments, operations in
    let (cursor, limit) = (arguments.text(1), try arguments.limit(2))
    let rows = try await operations.transfers(
      of: arguments.provider(arguments.text(0)), isUnmapped: arguments.flags & 1 != 0,
      after: cursor.isEmpty ? nil : try arguments.subject(cursor), limit: limit)
    let last = rows.count < limit ? nil : rows.last?["subject"]
    var next = ""
    if case .text(let subject)? = last { next = subject }
    return [.array(of: "a{sv}", rows.map { BusValue($0) }), .string(next)]
  }
}
