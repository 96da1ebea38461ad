internal import Linux
internal import Support
internal import Systemd

/// A service with one object, whose calls the test answers.
struct EchoService {
  static let name = "org.example.Echo1"
  static let path = "/org/example/Echo1"

  let connection: BusConnection
  /// Every call of `Hold`, which the test answers.
  let held: AsyncStream<BusCall>

  init(on bus: PrivateBus, limits: BusLimits = BusLimits()) {
    let (held, holder) = AsyncStream.makeStream(of: BusCall.self)
    self.held = held
    var settings = BusSettings(address: BusAddress(bus.address))
    settings.name = Self.name
    settings.reconnectAfter = [.milliseconds(20)]
    settings.limits = limits
    settings.interfaces = [Self.interface { call in holder.yield(call) }]
    connection = BusConnection(settings)
  }

  static func request(_ member: String, _ arguments: [BusValue] = []) -> BusRequest {
    BusRequest(
      destination: name, path: path, interface: name, member: member, arguments: arguments,
      timeout: .seconds(120))
  }

  static func tick(_ number: UInt64) -> BusSignal {
    BusSignal(path: path, interface: name, member: "Tick", arguments: [.uint64(number)])
  }

  private static func interface(hold: @escaping @Sendable (BusCall) -> Void) -> BusInterface {
    BusInterface(
      path: path, name: name,
      methods: [
        .init("Echo", input: [.init("row", "a{sv}")], output: [.init("row", "a{sv}")]),
        .init("Read", input: [.init("file", "h")], output: [.init("text", "s")]),
        .init("Hold", input: [.init("key", "s")], output: [.init("key", "s")]),
        .init("Wrong", input: [], output: [.init("number", "u")]),
        .init("WhoAmI", input: [], output: [.init("uid", "u")]),
      ],
      signals: [.init("Tick", [.init("number", "t")])],
      properties: [.init("Version", "s", isConstant: true)],
      busyError: "\(name).Error.Busy",
      read: { $0 == "Version" ? .string("1") : nil },
      handle: { call in
        switch (call.member, call.arguments) {
        case ("Echo", let arguments): call.reply(arguments)
        case ("Read", let arguments): call.reply([.string(Self.text(of: arguments))])
        case ("WhoAmI", _): call.reply([.uint32(call.caller.uid)])
        case ("Wrong", _): call.reply([.string("not a number")])
        default: hold(call)
        }
      })
  }

  private static func text(of arguments: [BusValue]) -> String {
    guard case .descriptor(let file)? = arguments.first else { return "" }
    return String(decoding: (try? file.read(upTo: 100)) ?? [], as: UTF8.self)
  }
}
