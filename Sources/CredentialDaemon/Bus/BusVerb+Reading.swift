internal import CredentialCore
internal import Systemd

extension BusVerb {
  /// One credential.
  static let get = BusVerb("Get", input: credential, output: [.init("credential", "a{sv}")]) {
    arguments, operations in
    [BusValue(try await operations.credential(arguments.credential()).fields)]
  }

  /// Why one credential is as it is.
  static let explain = BusVerb(
    "Explain", input: credential, output: [.init("rows", "aa{sv}"), .init("facts", "a{sv}")]
  ) { arguments, operations in
    let explanation = try await operations.explain(arguments.credential())
    return [
      .array(of: "a{sv}", explanation.rows.map { BusValue($0) }), BusValue(explanation.facts),
    ]
  }

  /// How the daemon is.
  static let getStatus = BusVerb("GetStatus", input: [], output: [.init("status", "a{sv}")]) {
    _, operations in
    [BusValue(try await operations.status())]
  }

  /// What a provider's answers are taken for.
  static let getProfile = BusVerb(
    "GetProfile", input: [.init("provider", "s")], output: [.init("profile", "a{sv}")]
  ) { arguments, operations in
    [BusValue(try await operations.profile(try arguments.provider(arguments.text(0))))]
  }

  /// What is kept of a provider's answers.
  static let listRecordings = BusVerb(
    "ListRecordings", input: [.init("provider", "s")], output: [.init("recordings", "aa{sv}")]
  ) { arguments, operations in
    let rows = try await operations.recordings(of: arguments.provider(arguments.text(0)))
    return [.array(of: "a{sv}", rows.map { BusValue($0) })]
  }

  /// A page of events.
  static let listEvents = BusVerb(
    "ListEvents",
    input: [.init("generation", "s"), .init("after", "t"), .init("limit", "u")],
    output: [.init("generation", "s"), .init("events", "aa{sv}"), .init("next", "t")]
  ) { arguments, operations in
    let page = try await operations.events(
      generation: arguments.text(0), after: try arguments.sequence(1),
      limit: try arguments.limit(2))
    return [
      .string(page.generation), .array(of: "a{sv}", page.events.map { BusValue($0.fields) }),
      .uint64(UInt64(clamping: page.next)),
    ]
  }

  /// The newest entries of the audit.
  static let listAudit = BusVerb(
    "ListAudit", input: [.init("limit", "u")], output: [.init("entries", "aa{sv}")], changes: true
  ) { arguments, operations in
    let entries = try await operations.audit(limit: try arguments.limit(0))
    return [.array(of: "a{sv}", entries.map { BusValue($0.fields) })]
  }

  /// A page of credentials.
  static let list = BusVerb(
    "List",
    input: [
      .init("provider", "s"), .init("filter", "a{sv}"), .init("cursor", "s"), .init("limit", "u"),
    ],
    output: [.init("rows", "aa{sv}"), .init("next_cursor", "s")]
  ) { arguments, operations in
    var query = CredentialQuery(limit: try arguments.limit(3))
    if !arguments.text(0).isEmpty { query.provider = try arguments.provider(arguments.text(0)) }
    for field in arguments.fields(1) { try filter(&query, field) }
    query.after = try cursor(arguments)
    let rows = try await operations.credentials(query)
    let next = rows.count < query.limit ? "" : rows.last.map { cursorText($0.id) } ?? ""
    return [.array(of: "a{sv}", rows.map { BusValue($0.fields) }), .string(next)]
  }

  private static func filter(_ query: inout CredentialQuery, _ field: BusField) throws {
    if field.name == "held", case .bool(let isHeld) = field.value { return query.isHeld = isHeld }
    if field.name == "stale", case .bool(let isStale) = field.value {
      return query.isStale = isStale
    }
    guard field.name == "state", let text = field.value.text,
      let state = CredentialState(rawValue: text)
    else {
      throw BusArguments.invalid(
        "filter may hold held and stale, booleans, and state, one of "
          + "\(CredentialState.allCases.map(\.rawValue))")
    }
    query.state = state
  }

  /// A provider's name holds no slash, a subject may.
  private static func cursorText(_ id: CredentialID) -> String { "\(id.provider)/\(id.subject)" }

  private static func cursor(_ arguments: BusArguments) throws -> CredentialID? {
    let text = arguments.text(2)
    guard !text.isEmpty else { return nil }
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      throw BusArguments.invalid("cursor was not given by List")
    }
    return CredentialID(
      provider: try arguments.provider(String(text[..<slash])),
      subject: try arguments.subject(String(text[text.utf8.index(after: slash)...])))
  }
}
