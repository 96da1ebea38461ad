internal import CSystemd

/// Signals that somebody listens to.
final class Subscription {
  unowned let loop: BusLoop
  let id: UInt64
  let match: BusMatch
  let stream: AsyncStream<BusSignal>.Continuation
  private var slot: OpaquePointer?
  private var installed: ((Result<Void, BusError>) -> Void)?

  init(
    loop: BusLoop, id: UInt64, match: BusMatch, stream: AsyncStream<BusSignal>.Continuation,
    installed: @escaping (Result<Void, BusError>) -> Void
  ) {
    self.loop = loop
    self.id = id
    self.match = match
    self.stream = stream
    self.installed = installed
  }

  func install(on bus: OpaquePointer) -> Int32 {
    sd_bus_add_match_async(
      bus, &slot, match.rule, signalCallback, installedCallback,
      Unmanaged.passUnretained(self).toOpaque())
  }

  /// The bus answered, or never will; the first answer counts.
  func answer(_ result: Result<Void, BusError>) {
    installed?(result)
    installed = nil
  }

  /// Lets go of the connection's part.
  func release() { slot = sd_bus_slot_unref(slot) }
}

private let signalCallback: sd_bus_message_handler_t = { message, userdata, _ in
  guard let message, let userdata else { return 0 }
  let subscription = Unmanaged<Subscription>.fromOpaque(userdata).takeUnretainedValue()
  subscription.loop.deliver(message, to: subscription)
  return 0
}

private let installedCallback: sd_bus_message_handler_t = { message, userdata, _ in
  guard let message, let userdata else { return 0 }
  let subscription = Unmanaged<Subscription>.fromOpaque(userdata).takeUnretainedValue()
  subscription.loop.installed(subscription, answer: message)
  return 1
}

extension BusLoop {
  /// Listens to what matches; `installed` is run once the bus has answered.
  func subscribe(
    _ match: BusMatch, stream: AsyncStream<BusSignal>.Continuation,
    installed: @escaping (Result<Void, BusError>) -> Void
  ) {
    guard isReady else { return installed(.failure(notConnected)) }
    let subscription = Subscription(
      loop: self, id: newID(), match: match, stream: stream, installed: installed)
    let id = subscription.id
    subscriptions[id] = subscription
    stream.onTermination = { [mailbox] _ in mailbox.post { loop in loop.unsubscribe(id) } }
    install(subscription)
  }

  /// Asks the bus for the signals of `subscription`.
  func install(_ subscription: Subscription) {
    guard let bus else { return }
    let status = subscription.install(on: bus)
    guard status < 0 else { return }
    remove(subscription, .system(.malformed, status, "the signals cannot be subscribed to"))
  }

  fileprivate func installed(_ subscription: Subscription, answer message: OpaquePointer) {
    if let error = sd_bus_message_get_error(message), sd_bus_error_is_set(error) > 0 {
      remove(subscription, .answer(error))
    } else {
      subscription.answer(.success(()))
    }
  }

  fileprivate func deliver(_ message: OpaquePointer, to subscription: Subscription) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
    // What cannot be read within the bounds is left out: a signal has nobody to tell.
    guard let arguments = try? BusReader.arguments(of: message, limits: settings.limits) else {
      return
    }
    subscription.stream.yield(
      BusSignal(
        sender: text(sd_bus_message_get_sender(message)),
        path: text(sd_bus_message_get_path(message)),
        interface: text(sd_bus_message_get_interface(message)),
        member: text(sd_bus_message_get_member(message)), arguments: arguments))
  }

  /// Stops listening.
  func unsubscribe(_ id: UInt64) {
    guard let subscription = subscriptions.removeValue(forKey: id) else { return }
    subscription.release()
  }

  private func remove(_ subscription: Subscription, _ error: BusError) {
    subscriptions[subscription.id] = nil
    subscription.release()
    subscription.answer(.failure(error))
    subscription.stream.finish()
  }

  /// Ends every stream; nothing will come any more.
  func finishSubscriptions() {
    let all = subscriptions.values
    subscriptions = [:]
    for subscription in all {
      subscription.answer(.failure(notConnected))
      subscription.stream.finish()
    }
  }
}
