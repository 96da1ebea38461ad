internal import CSystemd
internal import Glibc

/// A call of ours that waits for its answer.
final class OutgoingCall {
  unowned let loop: BusLoop
  let id: UInt64
  private var slot: OpaquePointer?
  private let completion: (Result<[BusValue], BusError>) -> Void

  init(
    loop: BusLoop, id: UInt64, completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    self.loop = loop
    self.id = id
    self.completion = completion
  }

  /// Sends `message`; the answer, or the lack of one, arrives at `answered`.
  func send(_ message: OpaquePointer, on bus: OpaquePointer, timeout: Duration) -> Int32 {
    sd_bus_call_async(
      bus, &slot, message, answerCallback, Unmanaged.passUnretained(self).toOpaque(),
      max(1, timeout.microseconds))
  }

  func finish(_ result: Result<[BusValue], BusError>) {
    slot = sd_bus_slot_unref(slot)
    completion(result)
  }
}

private let answerCallback: sd_bus_message_handler_t = { message, userdata, _ in
  guard let message, let userdata else { return 0 }
  let call = Unmanaged<OutgoingCall>.fromOpaque(userdata).takeUnretainedValue()
  call.loop.answered(call.id, message)
  return 1
}

extension BusLoop {
  /// Sends a call; `completion` is run exactly once, on the bus thread.
  func call(
    _ request: BusRequest, completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    guard let bus, isReady else { return completion(.failure(notConnected)) }
    call(request, on: bus, completion: completion)
  }

  /// The same on a connection that may still wait for our name.
  func call(
    _ request: BusRequest, on bus: OpaquePointer,
    completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    var message: OpaquePointer?
    defer { sd_bus_message_unref(message) }
    let status = sd_bus_message_new_method_call(
      bus, &message, request.destination, request.path, request.interface, request.member)
    guard status >= 0, let message else {
      return completion(
        .failure(.system(.malformed, status, "\(request.member) cannot be called")))
    }
    do throws(BusError) {
      try BusWriter(message).append(request.arguments)
    } catch {
      return completion(.failure(error))
    }
    let call = OutgoingCall(loop: self, id: newID(), completion: completion)
    outgoing[call.id] = call
    let sent = call.send(message, on: bus, timeout: request.timeout)
    guard sent < 0 else { return }
    outgoing[call.id] = nil
    call.finish(.failure(.system(.disconnected, sent, "\(request.member) cannot be sent")))
  }

  /// An answer came, or sd-bus made one up because none did.
  fileprivate func answered(_ id: UInt64, _ message: OpaquePointer) {
    guard let call = outgoing.removeValue(forKey: id) else { return }
    if let error = sd_bus_message_get_error(message), sd_bus_error_is_set(error) > 0 {
      return call.finish(.failure(.answer(error)))
    }
    do throws(BusError) {
      call.finish(.success(try BusReader.arguments(of: message, limits: settings.limits)))
    } catch {
      call.finish(.failure(error))
    }
  }

  /// Sends signals in order; `completion` is run once all were written to the socket.
  func emit(
    _ signals: [BusSignal], completion: @escaping @Sendable (Result<Void, BusError>) -> Void
  ) {
    guard let bus, isReady else { return completion(.failure(notConnected)) }
    do throws(BusError) {
      for signal in signals { try emit(signal, on: bus) }
      unwritten.append(completion)
    } catch {
      completion(.failure(error))
    }
  }

  private func emit(_ signal: BusSignal, on bus: OpaquePointer) throws(BusError) {
    var message: OpaquePointer?
    defer { sd_bus_message_unref(message) }
    let status = sd_bus_message_new_signal(
      bus, &message, signal.path, signal.interface, signal.member)
    guard status >= 0, let message else {
      throw BusError.system(.malformed, status, "\(signal.member) cannot be emitted")
    }
    try BusWriter(message).append(signal.arguments)
    let sent = sd_bus_send(bus, message, nil)
    guard sent >= 0 else {
      throw BusError.system(.disconnected, sent, "\(signal.member) cannot be emitted")
    }
  }

  /// Tells listeners that properties changed (`PropertiesChanged`).
  func announce(path: String, interface: String, properties: [String]) {
    guard let bus, isReady else { return }
    var names = properties.map { strdup($0) } + [nil]
    sd_bus_emit_properties_changed_strv(bus, path, interface, &names)
    for name in names { free(name) }
  }
}
