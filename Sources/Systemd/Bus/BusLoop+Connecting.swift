internal import CSystemd
internal import Glibc

extension BusLoop {
  /// Starts a connection when there is none and the wait is over.
  func connectWhenDue() {
    guard case .down(let until) = phase, monotonicMicroseconds() >= until else { return }
    publish(.connecting)
    phase = .starting(
      deadline: monotonicMicroseconds() + settings.connectTimeout.microseconds)
    do throws(BusError) { try connect() } catch { drop(error) }
  }

  private func connect() throws(BusError) {
    let place = "The bus at \(settings.address) cannot be reached"
    var new: OpaquePointer?
    try check(sd_bus_new(&new), place)
    bus = new
    try check(sd_bus_set_address(new, settings.address.text), place)
    try check(sd_bus_set_bus_client(new, 1), place)
    try check(sd_bus_start(new), place)
    for interface in served { try interface.add(to: new) }
    guard let name = settings.name else { return }
    try check(
      sd_bus_request_name_async(
        new, nil, name, 0, nameCallback, Unmanaged.passUnretained(self).toOpaque()), place)
  }

  private func check(_ status: Int32, _ place: String) throws(BusError) {
    guard status >= 0 else { throw BusError.system(.unreachable, status, place) }
  }

  /// The bus answered the request for our name (D-Bus specification, `RequestName`).
  fileprivate func nameAnswered(_ message: OpaquePointer) {
    let name = settings.name ?? ""
    if let error = sd_bus_message_get_error(message), sd_bus_error_is_set(error) > 0 {
      let answer = BusError.answer(error)
      failure = BusError(
        .nameRefused, name: answer.name,
        "The bus does not let us own \(name); is its policy installed? \(answer.message)")
      return
    }
    var code: UInt32 = 0
    sd_bus_message_read_basic(message, CChar(bitPattern: UInt8(ascii: "u")), &code)
    if code == 1 || code == 4 {
      ownsName = true
    } else {
      failure = BusError(.nameRefused, "\(name) is owned by another process on this bus.")
    }
  }

  /// Everything is in place; subscriptions of an earlier connection come back.
  func becomeReady() {
    phase = .ready
    failures = 0
    for subscription in subscriptions.values { install(subscription) }
    publish(.ready)
  }

  /// Gives the connection up, tells everybody who waits, and plans the next one.
  func drop(_ error: BusError) {
    failure = nil
    ownsName = false
    let waiting = outgoing.values
    let writing = unwritten
    outgoing = [:]
    unwritten = []
    callers = [:]
    for call in incoming.values { call.release() }
    incoming = [:]
    for subscription in subscriptions.values { subscription.release() }
    if let bus {
      sd_bus_close(bus)
      sd_bus_unref(bus)
    }
    bus = nil
    planNext(after: error)
    let lost = BusError(.disconnected, "The connection to the bus ended before an answer came.")
    for call in waiting { call.finish(.failure(lost)) }
    for resume in writing { resume(.failure(lost)) }
  }

  private func planNext(after error: BusError) {
    if case .closing = phase {
      phase = .closed
    } else if let last = settings.reconnectAfter.last {
      let wait =
        failures < settings.reconnectAfter.count ? settings.reconnectAfter[failures] : last
      failures += 1
      phase = .down(until: monotonicMicroseconds() + wait.microseconds)
      publish(.down(error))
    } else {
      phase = .closed
      publish(.down(error))
    }
    if case .closed = phase { finishSubscriptions() }
  }

  /// Closes once what is queued was written, at the latest after two seconds.
  func beginClosing() {
    switch phase {
    case .ready: phase = .closing(deadline: monotonicMicroseconds() + 2_000_000)
    case .starting, .down: end()
    case .closing, .closed: break
    }
  }

  /// Closes now.
  func end() {
    phase = .closing(deadline: 0)
    drop(BusError(.closed, "The connection to the bus is closed."))
  }
}

private let nameCallback: sd_bus_message_handler_t = { message, userdata, _ in
  guard let message, let userdata else { return 0 }
  Unmanaged<BusLoop>.fromOpaque(userdata).takeUnretainedValue().nameAnswered(message)
  return 1
}
