internal import CredentialCore

/// Keeps the daemon connected to the runner, and gives each answer to whoever waits for it.
///
/// Waits for outcomes outlive connections: after each reconnect the runner says what it still knows,
/// and what it does not know is dead with an unknown end.
actor RunnerLink {
  /// The answer to a preparation.
  enum Preparation: Sendable, Equatable {
    /// It waits to be told to go.
    case prepared
    /// It cannot be run, because of this.
    case refused(String)
    /// The runner has no room, or is not there: try again soon; nothing is wrong with the hook.
    case later
  }

  /// What became of an attempt that was committed as started.
  enum Verdict: Sendable, Equatable {
    /// It ended.
    case ended(RunOutcome)
    /// It surely did not run, and nothing is wrong with the hook: run it again at once.
    case notRun(String)
    /// The runner does not know it: it is dead, and what it did is not known.
    case unknown
    /// The daemon stops; the next one asks again.
    case abandoned
  }

  /// How long a connected runner may stay silent before that is told.
  private static let longestSilence = Duration.seconds(30)

  private let socket: String
  private let time: any TimeSource
  private let conditions: any HookConditions
  private let bell: AsyncStream<Void>.Continuation
  private var connection: RunnerConnection?
  private var isGreeted = false
  /// What the runner of this connection has named before its `hello`.
  private var announced: Set<AttemptKey> = []
  private var patience: Task<Void, Never>?
  private var isStopping = false
  private var turns = LoopTurns()
  private var preparing: [AttemptKey: CheckedContinuation<Preparation, Never>] = [:]
  /// Attempts that wait in the runner of this connection to be told to go; another one has none of
  /// them.
  private var prepared: Set<AttemptKey> = []
  private var running: [AttemptKey: CheckedContinuation<Verdict, Never>] = [:]
  /// Attempts of an earlier daemon that nobody waits for yet, with what was heard of them.
  private var expected: [AttemptKey: Verdict?] = [:]
  /// Attempts whose end was handed over and is not committed yet.
  private var uncommitted: Set<AttemptKey> = []

  /// `bell` is rung when the runner can take work.
  init(
    socket: String, time: any TimeSource, conditions: any HookConditions,
    bell: AsyncStream<Void>.Continuation
  ) {
    (self.socket, self.time, self.conditions, self.bell) = (socket, time, conditions, bell)
  }

  /// Whether the runner can take work.
  var isReady: Bool { isGreeted && !isStopping }

  /// Stays connected until `stop`; `open` are the attempts that an earlier daemon left open.
  func run(expecting open: [AttemptKey]) async {
    for key in open { expected.updateValue(nil, forKey: key) }
    while !isStopping {
      let reason = await converse()
      if isStopping { return turns.rest() }
      await conditions.begin(.hookRunnerLost, subject: "", detail: reason)
      turns.rest()
      await time.sleep(until: time.now() + .seconds(1))
    }
  }

  /// Returns when the link has turned once; waiting for the runner is a turn.
  func turn() async {
    await connection?.turn()
    await withCheckedContinuation { turns.watch($0) }
  }

  /// Has an attempt made ready.
  func prepare(_ key: AttemptKey, _ request: RunRequest) async -> Preparation {
    guard isReady, let connection else { return .later }
    return await withCheckedContinuation { continuation in
      preparing[key] = continuation
      if !connection.send(.prepare(key, request)) {
        settle(
          key, .refused("its arguments and environment are longer than \(Frame.longest) bytes"))
      }
    }
  }

  /// Gives up an attempt that was prepared.
  func cancel(_ key: AttemptKey) {
    if prepared.remove(key) != nil { connection?.send(.cancel(key)) }
  }

  /// Runs a prepared attempt, which is committed as started, and waits for its end.
  func run(_ key: AttemptKey, input: String) async -> Verdict {
    guard prepared.remove(key) != nil, isReady, let connection else {
      return .notRun("the hook runner was lost, or the daemon stopped, before it was told to go")
    }
    return await withCheckedContinuation { continuation in
      running[key] = continuation
      if !connection.send(.go(key, input: input)) {
        connection.send(.cancel(key))
        let reason = "what it is to be told is longer than \(Frame.longest) bytes"
        settle(key, .ended(.neverRun(.notStarted(reason))))
      }
    }
  }

  /// Waits for the end of an attempt that an earlier daemon started.
  func outcome(of key: AttemptKey) async -> Verdict {
    if isStopping { return .abandoned }
    if let known = expected.removeValue(forKey: key), let verdict = known {
      uncommitted.insert(key)
      return verdict
    }
    return await withCheckedContinuation { running[key] = $0 }
  }

  /// Lets the runner forget an outcome that is committed.
  func acknowledge(_ key: AttemptKey) {
    uncommitted.remove(key)
    connection?.send(.acknowledge(key))
  }

  /// Ends the connection and every wait; hooks that run go on.
  func stop() {
    isStopping = true
    connection?.close()
    loseConnection()
    for waiting in running.values { waiting.resume(returning: .abandoned) }
    running = [:]
  }

  /// One connection from beginning to end; returns why it ended.
  private func converse() async -> String {
    let connection = RunnerConnection(path: socket)
    self.connection = connection
    connection.send(.hello)
    patience = Task { [time] in
      await time.sleep(until: time.now() + Self.longestSilence)
      if !Task.isCancelled { await self.noteSilence() }
    }
    var reason = "the connection ended"
    for await incoming in connection.incoming {
      turns.work()
      switch incoming {
      case .reply(.fault(let text)): reason = "the hook runner refuses: \(text)"
      case .reply(let reply): await take(reply)
      case .lost(let text): if reason == "the connection ended" { reason = text }
      }
      turns.rest()
    }
    turns.work()
    loseConnection()
    return reason
  }

  /// Whoever took the connection says nothing: a runner that hangs, or a socket that nobody serves.
  private func noteSilence() async {
    guard !isGreeted, !isStopping, connection != nil else { return }
    let seconds = Self.longestSilence.components.seconds
    await conditions.begin(
      .hookRunnerLost, subject: "", detail: "it has not answered on \(socket) for \(seconds) s")
  }

  private func loseConnection() {
    connection = nil
    announced = []
    patience?.cancel()
    isGreeted = false
    prepared = []
    for waiting in preparing.values { waiting.resume(returning: .later) }
    preparing = [:]
  }

  private func take(_ reply: RunnerReply) async {
    switch reply {
    case .known(let running, let ended): announced.formUnion(running + ended)
    case .hello(_, let running, let ended):
      patience?.cancel()
      await greet(announced.union(running + ended))
    case .prepared(let key): settle(key, .prepared)
    case .refused(let key, let reason, let isBusy):
      settle(key, isBusy ? .later : .refused(reason))
    case .outcome(let key, let outcome): settle(key, .ended(outcome))
    case .fault: break
    }
  }

  private func greet(_ known: Set<AttemptKey>) async {
    for key in Set(running.keys).union(expected.keys).subtracting(known) { settle(key, .unknown) }
    isGreeted = true
    bell.yield()
    await conditions.end(.hookRunnerLost, subject: "")
  }

  private func settle(_ key: AttemptKey, _ preparation: Preparation) {
    if preparation == .prepared { prepared.insert(key) }
    preparing.removeValue(forKey: key)?.resume(returning: preparation)
  }

  private func settle(_ key: AttemptKey, _ verdict: Verdict) {
    if let waiting = running.removeValue(forKey: key) {
      uncommitted.insert(key)
      waiting.resume(returning: verdict)
    } else if expected[key] != nil {
      expected[key] = verdict
    } else if !uncommitted.contains(key) {
      // Committed before the acknowledgement was lost, or of another store.
      connection?.send(.acknowledge(key))
    }
  }
}
