internal import CSystemd
internal import Glibc
internal import Linux

/// The bus thread's side of a connection: the only place that touches the sd-bus object.
///
/// One turn runs what was posted, lets sd-bus work, and waits for whichever comes first of the
/// wake descriptor, the socket and the time sd-bus asked for; mask and time are asked again on every
/// turn, because every message can change them (sd_bus_get_events(3), sd_bus_get_timeout(3)).
final class BusLoop {
  /// How far the connection is.
  enum Phase {
    case down(until: UInt64)
    case starting(deadline: UInt64)
    case ready
    case closing(deadline: UInt64)
    case closed
  }

  let settings: BusSettings
  let mailbox: BusMailbox
  let publish: @Sendable (BusState) -> Void
  var bus: OpaquePointer?
  var phase = Phase.down(until: 0)
  /// Set by a callback that cannot drop the connection it runs on.
  var failure: BusError?
  var ownsName = false
  var failures = 0
  var served: [ServedInterface] = []
  var outgoing: [UInt64: OutgoingCall] = [:]
  var incoming: [UInt64: IncomingCall] = [:]
  var callers: [String: KnownCaller] = [:]
  var subscriptions: [UInt64: Subscription] = [:]
  var unwritten: [@Sendable (Result<Void, BusError>) -> Void] = []
  private var lastID: UInt64 = 0

  init(
    settings: BusSettings, mailbox: BusMailbox, publish: @escaping @Sendable (BusState) -> Void
  ) {
    self.settings = settings
    self.mailbox = mailbox
    self.publish = publish
    served = settings.interfaces.map { ServedInterface($0, loop: self) }
  }

  /// Turns until the connection is closed for good.
  func run() {
    while !isClosed {
      for command in mailbox.take() { command(self) }
      connectWhenDue()
      let hasMore = process()
      settle()
      if !isClosed { wait(atMost: hasMore ? 0 : UInt64.max) }
    }
    for command in mailbox.close() { command(self) }
    publish(.closed)
  }

  /// A number that was not given before.
  func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  var isReady: Bool { if case .ready = phase { true } else { false } }
  private var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// Why nothing can be sent now.
  var notConnected: BusError {
    isClosed
      ? BusError(.closed, "The connection to the bus is closed.")
      : BusError(.disconnected, "There is no connection to the bus at \(settings.address) now.")
  }

  /// Lets sd-bus read, write and dispatch; answers whether it has more to do at once.
  private func process() -> Bool {
    guard let bus else { return false }
    for _ in 0..<64 {
      let status = sd_bus_process(bus, nil)
      if let failure {
        drop(failure)
        return false
      }
      guard status >= 0 else {
        drop(.system(isReady ? .disconnected : .unreachable, status, lostSentence))
        return false
      }
      if status == 0 { return false }
    }
    return true
  }

  private var lostSentence: String {
    isReady
      ? "The connection to the bus at \(settings.address) was lost"
      : "The bus at \(settings.address) could not be joined"
  }

  /// What became true in this turn: connected, written, timed out.
  private func settle() {
    let now = monotonicMicroseconds()
    switch phase {
    case .starting(let deadline):
      if let bus, sd_bus_is_ready(bus) > 0, ownsName || settings.name == nil {
        becomeReady()
      } else if now >= deadline {
        drop(BusError(.unreachable, "The bus at \(settings.address) did not answer in time."))
      }
    case .closing(let deadline):
      if queuedWrites == 0 || now >= deadline { end() }
    case .down, .ready, .closed: break
    }
    if !unwritten.isEmpty, queuedWrites == 0 {
      let written = unwritten
      unwritten = []
      for resume in written { resume(.success(())) }
    }
  }

  /// Messages that sd-bus has not written yet; 0 without a connection.
  var queuedWrites: UInt64 {
    var count: UInt64 = 0
    guard let bus, sd_bus_get_n_queued_write(bus, &count) >= 0 else { return 0 }
    return count
  }

  private func wait(atMost limit: UInt64) {
    var descriptors = [pollfd(fd: mailbox.wake.descriptor, events: Int16(POLLIN), revents: 0)]
    var until = limit == 0 ? 0 : deadline
    if let bus {
      let events = sd_bus_get_events(bus)
      let descriptor = sd_bus_get_fd(bus)
      if events >= 0, descriptor >= 0 {
        descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
      }
      var time: UInt64 = 0
      if sd_bus_get_timeout(bus, &time) >= 0 { until = min(until, time) }
    }
    mailbox.setWaiting(true)
    poll(&descriptors, nfds_t(descriptors.count), Self.milliseconds(until: until))
    mailbox.setWaiting(false)
  }

  /// When this side wants to turn again, whatever sd-bus wants.
  private var deadline: UInt64 {
    switch phase {
    case .down(let until): until
    case .starting(let deadline), .closing(let deadline): deadline
    case .ready, .closed: .max
    }
  }

  private static func milliseconds(until: UInt64) -> Int32 {
    guard until != .max else { return -1 }
    let now = monotonicMicroseconds()
    guard until > now else { return 0 }
    return Int32(clamping: (until - now + 999) / 1000)
  }
}

/// `CLOCK_MONOTONIC` in microseconds, the clock of sd_bus_get_timeout(3).
func monotonicMicroseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}

extension Duration {
  /// The duration in whole microseconds, at least 0.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds)) * 1_000_000 + UInt64(max(0, attoseconds / 1_000_000_000_000))
  }
}
