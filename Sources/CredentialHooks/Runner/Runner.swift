internal import Linux
internal import Systemd

/// The hook runner: takes attempts from the daemon, runs them, keeps each outcome until acknowledged.
///
/// It lives on one thread, the process's first, since a hook is killed when the thread that started
/// it ends. It survives the daemon: running hooks go on, and the next connection is told of them.
final class Runner {
  /// What the runner was started with.
  struct Setup {
    let socket: String
    let allowedUsers: Set<UInt32>
    let surroundings: HookRun.Surroundings
    /// How many attempts may be prepared or running.
    let limit: Int
    /// How many outcomes may wait to be acknowledged.
    let outcomeLimit: Int
    /// How long running hooks may go on once the runner is told to stop.
    let stopGrace: Duration
  }

  let setup: Setup
  let loop = EventLoop()
  let timer = TimerDescriptor()
  var session: RunnerSession?
  /// By pid of the leader; abandoned ones too, until they have ended.
  var runs: [Int32: HookRun] = [:]
  var byKey: [AttemptKey: HookRun] = [:]
  var ended: [AttemptKey: RunOutcome] = [:]
  /// Which outcomes the connection has not been told yet: a few at a time, however many there are.
  var untold: ArraySlice<AttemptKey> = []
  var lastNumber = 0
  var hasConnections = false
  var isStopping = false

  init(_ setup: Setup) { self.setup = setup }

  /// Serves until told to stop and nothing runs any more. Call once.
  func serve(
    _ listener: FileDescriptor, signals: SignalDescriptor, childEnded: SignalDescriptor
  ) throws(SystemError) {
    let listening = try loop.watch(listener.number, .read) { _ in self.hasConnections = true }
    _ = try loop.watch(signals.descriptor, .read) { _ in self.takeSignals(signals) }
    _ = try loop.watch(timer.descriptor, .read) { _ in self.timer.clear() }
    _ = try loop.watch(childEnded.descriptor, .read) { _ in
      while childEnded.next() != nil {}
      self.reapOrphans()
    }
    var heartbeat = Heartbeat()
    while !isStopping || isBusy {
      loop.turn(milliseconds: heartbeat.wait)
      heartbeat.beat(at: BootClock.nanoseconds())
      if isStopping { loop.unwatch(listening) } else { takeConnections(listener) }
      act()
    }
    session?.close()
  }

  /// Whether a stop has to wait.
  private var isBusy: Bool {
    !runs.isEmpty || !untold.isEmpty || session?.isFlushed == false
  }

  /// After the other events of a turn, so that a connection's end is seen before its successor.
  private func takeConnections(_ listener: FileDescriptor) {
    guard hasConnections else { return }
    hasConnections = false
    while let socket = UnixSocket.accept(listener) { greet(socket) }
  }

  private func greet(_ socket: FileDescriptor) {
    let peer: UnixSocket.Peer
    do throws(SystemError) { peer = try UnixSocket.peer(of: socket) } catch {
      return refuse(socket, "\(error)")
    }
    guard setup.allowedUsers.contains(peer.userID) else {
      return refuse(socket, "user \(peer.userID) (process \(peer.pid)) may not use this runner")
    }
    guard session == nil else { return refuse(socket, "another daemon is connected") }
    do throws(SystemError) {
      session = try RunnerSession(
        socket, loop: loop, received: { [weak self] in self?.take($0) },
        drained: { [weak self] in self?.tellOutcomes() },
        ended: { [weak self] in self?.loseSession() })
    } catch {
      refuse(socket, "\(error)")
    }
  }

  private func refuse(_ socket: FileDescriptor, _ reason: String) {
    ThisProcess.complain("credstate-hookd: refused a connection: \(reason)")
    if let frame = Frame.encode(RunnerReply.fault(reason).json) { _ = try? socket.send(frame) }
  }

  /// What was not told to go ends without having run.
  private func loseSession() {
    session = nil
    untold = []
    for run in runs.values where !run.hasGone { abandon(run) }
  }

  private func takeSignals(_ signals: SignalDescriptor) {
    while let signal = signals.next() {
      if signal != SignalDescriptor.hangUp { stop() }
    }
  }

  /// Takes no more work and gives what runs its grace; the second time none.
  private func stop() {
    let end = BootClock.nanoseconds() + (isStopping ? 0 : setup.stopGrace.nanoseconds)
    if !isStopping { Notify().stopping() }
    isStopping = true
    for run in runs.values {
      if run.hasGone { shorten(run, to: end) } else { abandon(run) }
    }
  }

  private func shorten(_ run: HookRun, to end: UInt64) {
    guard run.stage == .running, run.deadline.map({ end < $0 }) ?? true else { return }
    run.deadline = end
    run.endedByRunner = .interrupted
  }
}
