internal import CredentialCore
internal import Linux

extension ExecLoop {
  /// Starts the program, unless it failed a while ago.
  func start(_ now: UInt64) {
    guard restUntil <= now else { return giveUpQueue("the program failed and rests", now) }
    if let refusal = terms.refusal() { return fail(ExecFault("it is not run: \(refusal)"), now) }
    do throws(SystemError) {
      let process = try ExecProcess(terms.command)
      self.process = process
      isReady = false
      deadline = now + terms.startLimit
      try watch(process)
      write(ExecMessage.hello(terms), to: process)
    } catch { fail(ExecFault("it cannot be started: \(error)"), now) }
  }

  /// Writes one line of looks.
  func ask(_ now: UInt64) {
    guard let process else { return }
    let next = queue.prefix(terms.batch)
    queue.removeFirst(next.count)
    var looks: [(id: Int64, look: Look)] = []
    for waiting in next {
      lastID += 1
      asked[lastID] = waiting
      looks.append((lastID, waiting.look))
    }
    deadline = now + terms.answerLimit
    write(ExecMessage.looks(looks, terms), to: process)
  }

  /// Takes in a line of the program.
  func take(_ line: [UInt8], _ now: UInt64) throws(ExecFault) {
    switch try ExecMessage.read(line) {
    case .hello:
      guard !isReady else { throw ExecFault("it said hello twice") }
      isReady = true
      deadline = nil
    case .result(let result):
      guard isReady else { throw ExecFault("it answered before it said hello") }
      guard let waiting = asked.removeValue(forKey: result.id) else {
        throw ExecFault("it answered a look that it was not asked about")
      }
      end([waiting], result.finding(about: waiting.look), sent: true)
      guard asked.isEmpty else { return }
      deadline = nil
      backoff.reset()
      isTold = false
    }
  }

  /// Ends looks, each by its own reporter.
  func end(_ looks: [Waiting], _ finding: Finding, sent: Bool) {
    let now = context.now()
    for waiting in looks {
      waiting.report([LookEngine.result(waiting.look, finding, sent: sent, now)])
    }
  }

  func takeAsked() -> [Waiting] {
    defer { asked = [:] }
    return asked.keys.sorted().compactMap { asked[$0] }
  }

  func takeQueue() -> [Waiting] {
    defer { queue = [] }
    return queue
  }

  /// The program did what it must not do, or nothing: what it was asked is no news, it is ended, and it
  /// rests for a while.
  func fail(_ fault: ExecFault, _ now: UInt64) {
    let finding = Finding(.transient(retryAfter: nil), "the program failed: \(fault)")
    end(takeAsked(), finding, sent: true)
    if let process { retire(process, now, gently: false) }
    deadline = nil
    let rest = backoff.wait(asked: nil, jitter: 0)
    restUntil = now + UInt64(rest.wholeMilliseconds) * 1_000_000
    giveUpQueue("the program failed: \(fault)", now)
    guard !isTold else { return }
    isTold = true
    context.tell(
      Notice(
        .programFailed,
        ["provider": .text(context.name.text), "detail": .text(fault.description)]))
  }

  private func giveUpQueue(_ why: String, _ now: UInt64) {
    let wait = Duration.milliseconds(Int64((max(restUntil, now) - now) / 1_000_000))
    end(takeQueue(), Finding(.transient(retryAfter: wait), why), sent: false)
  }
}
