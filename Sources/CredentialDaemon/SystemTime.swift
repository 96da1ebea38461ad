package import CredentialCore
internal import Linux

/// The real time: wall clock, and one thread that wakes sleepers by the boot clock.
///
/// The boot clock counts suspend, so a sleeper is late by nothing after one; a step of the wall clock
/// wakes everybody, who then look again (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
package final class SystemTime: TimeSource {
  private struct Sleeper {
    let deadline: UInt64
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var nextID: UInt64 = 0
    var sleepers: [UInt64: Sleeper] = [:]
    var cancelled: Set<UInt64> = []
  }

  private let state = Lock(State())
  private let wake = WakeDescriptor()

  /// Starts the thread, which lives as long as the process.
  package init() {
    let loop = Loop(wake: wake) { [state] stepped in Self.resumeDue(state, all: stepped) }
    NamedThread(name: "timer") { loop.run() }.detach()
  }

  /// The wall time.
  package func now() -> Moment { Moment(milliseconds: WallClock.milliseconds()) }

  /// Waits until a moment, or returns early on cancellation and when the wall clock was stepped.
  package func sleep(until moment: Moment) async {
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
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// A day: a later moment is waited for in pieces.
  private static let longestWait: Int64 = 86_400_000

  private func add(_ sleeper: Sleeper, id: UInt64) {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(id) != nil { return true }
      state.sleepers[id] = sleeper
      return false
    }
    if isCancelled { sleeper.continuation.resume() } else { wake.wake() }
  }

  private func cancel(_ id: UInt64) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return sleeper
    }
    sleeper?.continuation.resume()
  }

  /// Resumes who is due (or everybody) and returns the next deadline.
  private static func resumeDue(_ state: Lock<State>, all: Bool) -> UInt64? {
    let now = BootClock.nanoseconds()
    let (due, next) = state.withLock { state in
      let due = state.sleepers.filter { all || $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return (Array(due.values), state.sleepers.values.map(\.deadline).min())
    }
    for sleeper in due { sleeper.continuation.resume() }
    return next
  }
}

/// The thread's loop: waits for the timer, a step of the wall clock, or a new sleeper.
private struct Loop: Sendable {
  let wake: WakeDescriptor
  let turn: @Sendable (_ stepped: Bool) -> UInt64?

  func run() {
    let (poller, timer, steps) = (Poller(), TimerDescriptor(), ClockStepDescriptor())
    let sources = [(wake.descriptor, 0), (timer.descriptor, 1), (steps.descriptor, 2)]
    for (descriptor, token) in sources {
      // Three fresh descriptors of our own: epoll_ctl(2) cannot refuse them.
      try? poller.add(descriptor, .read, token: UInt64(token))
    }
    var stepped = false
    while true {
      timer.set(turn(stepped))
      stepped = false
      for event in poller.wait() {
        switch event.token {
        case 0: wake.clear()
        case 1: timer.clear()
        default:
          steps.clear()
          stepped = true
        }
      }
    }
  }
}
