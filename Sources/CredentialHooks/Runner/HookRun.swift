internal import Linux

/// One attempt in the runner: its trampoline or hook, its outputs, and how far it has come.
final class HookRun {
  /// How far an attempt has come.
  enum Stage: Equatable {
    /// The trampoline makes ready.
    case starting
    /// It waits for the go byte.
    case prepared
    /// The go byte was written.
    case running
    /// SIGTERM was sent; at this boot time what is left is killed.
    case terminating(killAt: UInt64)
    /// What is left of it has been killed and is waited for.
    case clearing
    /// Nobody wants it any more and it was not told to go.
    case abandoned
  }

  let key: AttemptKey
  let request: RunRequest
  /// The value of its mark in the environment.
  let mark: String
  let child: ChildProcess
  let input: FileDescriptor
  let output: OutputCapture
  let errors: OutputCapture
  let group: ControlGroup?
  /// Closed when it will not be told to go (any more).
  var go: FileDescriptor?
  let report: FileDescriptor
  var reportText = ""
  var watches: [EventLoop.Watch] = []

  var stage = Stage.starting
  var startedAt: UInt64 = 0
  var deadline: UInt64?
  /// How the leader ended; it stays a zombie, so that its pid names nobody else, until all is over.
  var leaderEnding: ProcessEnding?
  /// Why the runner ended it; nil when it did not.
  var endedByRunner: RunOutcome.Ending?
  /// Why the trampoline could not be told to go; nil when it could.
  var lostBeforeGo: String?
  /// Start times tell processes apart that had one pid after another.
  var killed: Set<UInt64> = []

  init(_ parts: Parts) {
    key = parts.key
    request = parts.request
    mark = parts.mark
    child = parts.child
    input = parts.input
    output = OutputCapture(parts.output)
    errors = OutputCapture(parts.errors)
    group = parts.group
    go = parts.go
    report = parts.report
    report.setNonBlocking()
  }

  /// What a run is made of.
  struct Parts {
    let key: AttemptKey
    let request: RunRequest
    let mark: String
    let child: ChildProcess
    let input: FileDescriptor
    let output: FileDescriptor
    let errors: FileDescriptor
    let group: ControlGroup?
    let go: FileDescriptor
    let report: FileDescriptor
  }

  /// Whether it was told to go: it may have had effects.
  var hasGone: Bool {
    switch stage {
    case .starting, .prepared, .abandoned: false
    case .running, .terminating, .clearing: true
    }
  }

  /// Takes in what the trampoline reported; false once there will be no more.
  func readReport() -> Bool {
    while let piece = try? report.read(upTo: 256) {
      guard !piece.isEmpty else { return false }
      reportText += String(decoding: piece, as: UTF8.self)
    }
    return true
  }

  /// Whether the trampoline said that it is ready.
  var isReady: Bool { reportText.hasPrefix("R") }

  /// Why the hook could not be executed; nil when no failure was reported.
  var startFailure: String? {
    let text = String(reportText.drop { $0 == "R" })
    return StartFailure.reason(report: text, path: request.path, directory: request.directory)
  }

  /// Hands over the input and lets the trampoline execute the hook.
  func start(input text: String, now: UInt64) throws(SystemError) {
    // First of all, so that its end is told whatever fails now.
    stage = .running
    startedAt = now
    deadline = now + request.limit.nanoseconds
    let go = go
    self.go = nil
    try input.fill(Array(text.utf8))
    _ = try go?.write([1])
  }

  /// The outcome, once the leader has ended and nothing is left of it.
  func outcome(now: UInt64) -> RunOutcome {
    RunOutcome(
      ending: ending, killed: killed.count,
      runtime: .nanoseconds(Int64(clamping: now - startedAt)), output: output.captured,
      errors: errors.captured)
  }

  private var ending: RunOutcome.Ending {
    if let lostBeforeGo { return .lost(lostBeforeGo) }
    if let startFailure { return .notStarted(startFailure) }
    switch leaderEnding {
    // A hook that ended by itself after SIGTERM did its work; its status counts at a stop.
    case .exited(let status):
      if case .timedOut = endedByRunner { return .timedOut }
      return .exited(Int(status))
    case .signalled(let number): return endedByRunner ?? .signalled(Int(number))
    case nil: return .interrupted
    }
  }
}
