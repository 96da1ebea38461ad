package import CredentialCore
internal import Linux

/// The real time: wall clock, and one thread that wakes sleepers by the boot clock.
///
/// The boot clock counts suspend, so a sleeper is late by nothing after one; a step of the wall clock
/// wakes everybody, who then look again (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
package final class SystemTime: TimeSource {
  /// Somebody who waits for a moment.
  private struct Sleeper {
    let deadline: UInt64
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Who waits.
  private struct State {
    var nextID: UInt64 = 0
    var sleepers: [UInt64: Sleeper] = [:]
    var cancelled: Set<UInt64> = []
    /// When the timer will fire; nil: it is not set.
    var armed: UInt64?
  }

  private let state = Lock(State())
  private let timer = TimerDescriptor()
  private let start = BootClock.startID()

  /// Starts the thread, which lives as long as the process.
  package init() {
    let loop = Loop(timer: timer) { [state, timer] stepped in
      Self.resumeDue(state, timer, all: stepped)
    }
    NamedThread(name: "timer") { loop.run() }.detach()
  }

  /// The wall time.
  package func now() -> Moment { Moment(milliseconds: WallClock.milliseconds()) }

  /// Both clocks; read again when something came between the two readings.
  package func clock() -> ClockReading {
    while true {
      let before = BootClock.nanoseconds()
      let wall = now()
      let after = BootClock.nanoseconds()
      guard after - before < 1_000_000_000 else { continue }
      let sinceStart = Duration.milliseconds(Int64(before / 1_000_000))
      return ClockReading(now: wall, origin: wall - sinceStart, boot: start)
    }
  }

  /// Waits until a moment, or returns early on cancellation and when the wall clock is or was stepped.
  package func sleep(until moment: Moment, asOf chosen: Moment) async {
    let wait = min(max((moment - now()).wholeMilliseconds, 0), Self.longestWait)
    guard wait > 0 else { return }
    let deadline = BootClock.nanoseconds() + UInt64(wait) * 1_000_000
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Sleeper(deadline: deadline, continuation: continuation), id: id)
        // A step before this sleeper was there to be woken.
        if now() < chosen { wake(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Waits until a moment that is chosen now.
  package func sleep(until moment: Moment) async { await sleep(until: moment, asOf: now()) }

  /// A day: a later moment is waited for in pieces.
  private static let longestWait: Int64 = 86_400_000

  private func add(_ sleeper: Sleeper, id: UInt64) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(id) != nil { return true }
      state.sleepers[id] = sleeper
      // Set from here, so that the thread wakes only when somebody is due. A sleeper that is
      // cancelled leaves the timer alone: setting it again costs more than one idle wake-up.
      if sleeper.deadline < state.armed ?? .max {
        state.armed = sleeper.deadline
        timer.set(sleeper.deadline)
      }
      return false
    }
    if isCancelled { sleeper.continuation.resume() }
  }

  private func wake(_ id: UInt64) {
    state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
  }

  private func cancel(_ id: UInt64) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return sleeper
    }
    sleeper?.continuation.resume()
  }

  /// Resumes who is due (or everybody) and sets the timer for the next.
  private static func resumeDue(_ state: Lock<State>, _ timer: TimerDescriptor, all: Bool) {
    let now = BootClock.nanoseconds()
    let due = state.withLock { state in
      let due = state.sleepers.filter { all || $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      state.armed = state.sleepers.values.map(\.deadline).min()
      timer.set(state.armed)
      return Array(due.values)
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}

/// The thread's loop: waits for the timer or a step of the wall clock.
private struct Loop: Sendable {
  let timer: TimerDescriptor
  let turn: @Sendable (_ stepped: Bool) -> Void

  func run() {
    let (poller, steps) = (Poller(), ClockStepDescriptor())
    for (descriptor, token) in [(timer.descriptor, 0), (steps.descriptor, 1)] {
      // Two fresh descriptors of our own: epoll_ctl(2) cannot refuse them.
      try? poller.add(descriptor, .read, token: UInt64(token))
    }
    while true {
      var stepped = false
      for event in poller.wait() {
        if event.token == 0 {
          timer.clear()
        } else {
          steps.clear()
          stepped = true
        }
      }
      turn(stepped)
    }
  }
}
