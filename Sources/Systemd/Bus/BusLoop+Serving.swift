internal import CSystemd
internal import Glibc

/// A call from outside that waits for our answer.
final class IncomingCall {
  let interface: ServedInterface
  let member: String
  let arguments: [BusValue]
  var uid: UInt32?
  fileprivate var message: OpaquePointer?

  init(
    interface: ServedInterface, member: String, arguments: [BusValue], message: OpaquePointer
  ) {
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.message = sd_bus_message_ref(message)
  }

  func release() { message = sd_bus_message_unref(message) }
}

/// What is known of the owner of a unique name; names are never used twice on one bus.
enum KnownCaller {
  /// The bus was asked; these calls wait, in their order.
  case asking([UInt64])
  case known(BusCaller)
}

extension BusLoop {
  /// Takes a call from sd-bus, which has compared its arguments with the declaration.
  func receive(
    _ message: OpaquePointer, for interface: ServedInterface,
    _ error: UnsafeMutablePointer<sd_bus_error>?
  ) -> Int32 {
    guard incoming.count < settings.limits.pendingCalls else {
      return sd_bus_error_set(
        error, interface.declaration.busyError, "Too many calls are waiting; try again later.")
    }
    do throws(BusError) {
      let arguments = try BusReader.arguments(of: message, limits: settings.limits)
      accept(message, for: interface, arguments)
      return 1
    } catch let fault {
      return sd_bus_error_set(error, BusErrorName.invalidArguments, fault.message)
    }
  }

  private func accept(
    _ message: OpaquePointer, for interface: ServedInterface, _ arguments: [BusValue]
  ) {
    let id = newID()
    let member = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
    let sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
    incoming[id] = IncomingCall(
      interface: interface, member: member, arguments: arguments, message: message)
    switch callers[sender] {
    case .known(let caller): dispatch(id, from: caller)
    case .asking(let waiting): callers[sender] = .asking(waiting + [id])
    case nil: ask(about: sender, for: id)
    }
  }

  private func ask(about sender: String, for id: UInt64) {
    callers[sender] = .asking([id])
    let request = BusRequest.toBus("GetConnectionCredentials", [.string(sender)])
    guard let bus else { return learned(sender, .failure(notConnected)) }
    // Not only when ready: a call may come in the turn in which our name is granted.
    call(request, on: bus) { [unowned self] result in learned(sender, result) }
  }

  private func learned(_ sender: String, _ result: Result<[BusValue], BusError>) {
    guard case .asking(let waiting) = callers.removeValue(forKey: sender) else { return }
    guard let caller = try? result.get().first.flatMap({ BusCaller(name: sender, credentials: $0) })
    else {
      // It is gone, or the bus does not vouch for it: nothing may be done in its name.
      for id in waiting { refuse(id, BusErrorName.accessDenied, "The caller is not known.") }
      return
    }
    forgetSomeCallers()
    callers[sender] = .known(caller)
    for id in waiting { dispatch(id, from: caller) }
  }

  /// Keeps the memory of callers bounded; whoever calls again is asked about again.
  private func forgetSomeCallers() {
    guard callers.count >= 512 else { return }
    callers = callers.filter { if case .asking = $0.value { true } else { false } }
  }

  private func dispatch(_ id: UInt64, from caller: BusCaller) {
    guard let call = incoming[id] else { return }
    let ofUser = incoming.values.count { $0.uid == caller.uid }
    guard ofUser < settings.limits.pendingCallsOfOneUser else {
      return refuse(
        id, call.interface.declaration.busyError,
        "Too many calls of user \(caller.uid) are waiting; try again later.")
    }
    call.uid = caller.uid
    call.interface.declaration.handle(
      BusCall(member: call.member, arguments: call.arguments, caller: caller) { [mailbox] answer in
        mailbox.post { loop in loop.answer(id, answer) }
      })
  }

  private func refuse(_ id: UInt64, _ name: String, _ message: String) {
    answer(id, .error(name: name, message: message))
  }

  /// Sends an answer; one for a connection that is gone goes nowhere.
  private func answer(_ id: UInt64, _ answer: BusCall.Answer) {
    guard let call = incoming.removeValue(forKey: id) else { return }
    defer { call.release() }
    switch answer {
    case .error(let name, let message): send(name, message, to: call)
    case .values(let values):
      do throws(BusError) {
        try send(values, to: call)
      } catch {
        send(BusErrorName.failed, "The answer of \(call.member) cannot be sent. \(error)", to: call)
      }
    }
  }

  private func send(_ values: [BusValue], to call: IncomingCall) throws(BusError) {
    let expected = call.interface.output(of: call.member)
    guard values.signature == expected else {
      throw BusError(.malformed, "It is of type \(values.signature), not \(expected).")
    }
    var reply: OpaquePointer?
    defer { sd_bus_message_unref(reply) }
    let status = sd_bus_message_new_method_return(call.message, &reply)
    guard status >= 0, let reply else { throw BusError.system(.malformed, status, "no answer") }
    try BusWriter(reply).append(values)
    sd_bus_send(bus, reply, nil)
  }

  private func send(_ name: String, _ message: String, to call: IncomingCall) {
    var error = sd_bus_error()
    sd_bus_error_set(&error, name, message)
    sd_bus_reply_method_error(call.message, &error)
    sd_bus_error_free(&error)
  }
}

extension BusCaller {
  /// Reads the answer of `GetConnectionCredentials`; nil without a user.
  fileprivate init?(name: String, credentials: BusValue) {
    guard let members = credentials.members, case .uint32(let uid) = members["UnixUserID"] else {
      return nil
    }
    var pid: UInt32?
    if case .uint32(let number) = members["ProcessID"] { pid = number }
    self.init(name: name, uid: uid, pid: pid)
  }
}
