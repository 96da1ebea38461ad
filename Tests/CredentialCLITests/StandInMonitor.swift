import CredentialCore
import Glibc
import Linux
import Support
import Systemd

/// A daemon's bus side with rows in memory, on a real message bus.
final class StandInMonitor: Sendable {
  /// What it holds and what it was asked.
  struct State: Sendable {
    var credentials: [[BusField]] = []
    var events: [[BusField]] = []
    var generation = "0123456789abcdef"
    var status: [BusField] = []
    var check: [BusField] = [BusField("outcome", .string("accepted"))]
    var failure: (name: String, message: String)?
    var calls: [String] = []
    var details: [BusField] = []
    var token: String?
    var pageLimit = 1000
    /// What a push is answered with, and what was handed over: its body, its Authorization.
    var push: [BusField] = Rows.push
    var pushed: [String] = []
    /// What operations on verdicts are answered with, and what they were given.
    var outcome: [BusField] = [BusField("users", .int64(7))]
    var operations: [[BusValue]] = []
  }

  let state: Lock<State>
  private let connection: BusConnection

  /// Serves on `bus`; returns when the name is owned.
  init(on address: String, _ state: State = State()) async throws {
    let state = Lock(state)
    self.state = state
    var settings = BusSettings(address: BusAddress(address))
    settings.name = Names.interface
    settings.interfaces = [
      BusInterface(
        path: Names.objectPath, name: Names.interface, methods: try BusContract.methods(),
        signals: [
          BusInterface.Signal(
            "CredentialStateChanged",
            [BusInterface.Argument("sequence", "t"), BusInterface.Argument("event", "a{sv}")])
        ],
        handle: { call in state.withLock { $0.answer(call) } })
    ]
    connection = BusConnection(settings)
    try await connection.ready()
  }

  /// Adds an event; the signal can be left out, as when it is lost.
  func publish(_ sequence: Int64, signal: Bool = true) async throws {
    let row = Rows.event(sequence)
    state.withLock { $0.events.append(row) }
    guard signal else { return }
    try await connection.emit([
      BusSignal(
        path: Names.objectPath, interface: Names.interface, member: "CredentialStateChanged",
        arguments: [.uint64(UInt64(sequence)), .fields(row)])
    ])
  }

  /// Ends it, as a daemon that stops.
  func stop() async { await connection.close() }
}

extension StandInMonitor.State {
  mutating func answer(_ call: BusCall) {
    calls.append(call.member)
    if let failure { return call.fail(failure.name, failure.message) }
    switch call.member {
    case "Register": register(call)
    case "SignIn": signIn(call)
    case "GetUser": call.reply([.fields([BusField("display_name", .string("홍길동"))])])
    case "Get": get(call)
    case "Explain": explain(call)
    case "List": list(call)
    case "CheckNow": call.reply([.fields(check)])
    case "GetAccessToken": handOver(call)
    case "Report":
      operations.append(call.arguments)
      call.reply([.fields(outcome)])
    case "SubmitPush": submit(call)
    case "Forget": forget(call)
    case "ReleaseHolds", "DiscardHolds", "Pause", "Resume", "AcceptBaseline", "Revert",
      "ExportTransfer", "ImportTransfer":
      operations.append(call.arguments)
      call.reply([.fields(outcome)])
    case "ListAudit": call.reply([.array(of: "a{sv}", [.fields(Rows.audit)])])
    case "GetProfile": call.reply([.fields(Rows.profile)])
    case "TestProvider": call.reply([.fields(Rows.report)])
    case "StartRecording": call.reply([.int64(Rows.instant)])
    case "ListRecordings": call.reply([.array(of: "a{sv}", [.fields(Rows.recording)])])
    case "ListEvents": listEvents(call)
    case "GetStatus": call.reply([.fields(status)])
    default: call.reply()
    }
  }

  private mutating func submit(_ call: BusCall) {
    details = call.arguments[2].members ?? []
    pushed = [Self.text(in: call.arguments[1])]
    if let value = details["authorization"] { pushed.append(Self.text(in: value)) }
    call.reply([.fields(push)])
  }

  private static func text(in value: BusValue) -> String {
    guard case .descriptor(let file) = value else { return "" }
    var buffer = [UInt8](repeating: 0, count: 70_000)
    let count = read(file.number, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  private mutating func handOver(_ call: BusCall) {
    operations.append(call.arguments)
    guard let file = try? FileDescriptor(sealed: Array((token ?? "").utf8), name: "token") else {
      return call.fail(Names.errorPrefix + "Internal", "there is no file")
    }
    call.reply([
      .descriptor(file),
      .fields([
        BusField("client", .string("shop")), BusField("expires", .int64(Rows.instant)),
      ]),
    ])
  }

  private mutating func register(_ call: BusCall) {
    token = Self.text(in: call.arguments[3])
    details = call.arguments[4].members ?? []
    call.reply([
      .fields(Rows.credential(call.arguments[0].text ?? "", call.arguments[1].text ?? ""))
    ])
  }

  private mutating func signIn(_ call: BusCall) {
    guard case .descriptor(let file) = call.arguments[1] else { return }
    var buffer = [UInt8](repeating: 0, count: 60_000)
    let count = read(file.number, &buffer, buffer.count)
    token = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    details = call.arguments[2].members ?? []
    let credential = Rows.credential(call.arguments[0].text ?? "", "001.a")
    call.reply([
      .fields([BusField("outcome", .string("new")), BusField("credential", .fields(credential))])
    ])
  }

  private func index(_ call: BusCall) -> Int? {
    credentials.firstIndex {
      $0["provider"] == call.arguments[0] && $0["subject"] == call.arguments[1]
    }
  }

  private func get(_ call: BusCall) {
    guard let index = index(call) else { return Self.notFound(call) }
    call.reply([.fields(credentials[index])])
  }

  private func explain(_ call: BusCall) {
    guard let index = index(call) else { return Self.notFound(call) }
    call.reply([
      .array(of: "a{sv}", Rows.timeline.map(BusValue.fields)),
      .fields(Rows.facts(credentials[index])),
    ])
  }

  private mutating func forget(_ call: BusCall) {
    guard let index = index(call) else { return Self.notFound(call) }
    credentials.remove(at: index)
    call.reply()
  }

  private func list(_ call: BusCall) {
    let wanted = call.arguments[1].members ?? []
    let matching = credentials.filter { row in
      (call.arguments[0] == .string("") || row["provider"] == call.arguments[0])
        && (wanted["state"].map { $0 == row["state"] } ?? true)
        && (wanted["held"] != .bool(true) || row["subject"] == .string("002.b"))
        && (wanted["stale"] != .bool(true) || row["subject"] == .string("002.b"))
    }
    guard case .uint32(let limit) = call.arguments[3] else { return }
    let start = Int(call.arguments[2].text ?? "") ?? 0
    let page = matching.dropFirst(start).prefix(min(Int(limit), pageLimit))
    let next = start + page.count
    call.reply([
      .array(of: "a{sv}", page.map(BusValue.fields)),
      .string(next < matching.count ? String(next) : ""),
    ])
  }

  private func listEvents(_ call: BusCall) {
    guard case .uint64(let after) = call.arguments[1], case .uint32(let limit) = call.arguments[2]
    else { return }
    let asked = call.arguments[0].text ?? ""
    guard asked.isEmpty || asked == generation else {
      return call.fail(Names.errorPrefix + "GenerationChanged", "the store is another one")
    }
    let page = events.filter { row in
      guard case .int64(let sequence)? = row["sequence"] else { return false }
      return UInt64(sequence) > after
    }.prefix(min(Int(limit), pageLimit))
    guard case .int64(let last)? = page.last?["sequence"] ?? .int64(Int64(after)) else { return }
    call.reply([
      .string(generation), .array(of: "a{sv}", page.map(BusValue.fields)), .uint64(UInt64(last)),
    ])
  }

  private static func notFound(_ call: BusCall) {
    call.fail(Names.errorPrefix + "NotFound", "there is no such credential")
  }
}
