internal import CredentialCore
internal import Linux

/// The thread of one program: what is asked, how long it waits, and how the program is ended.
final class ExecLoop {
  /// A look that waits for its answer, or for the program.
  struct Waiting {
    let look: Look
    let report: ExecMailbox.Report
    /// When it is given up, on the boot clock.
    let deadline: UInt64
  }

  /// A program that was told to end.
  struct Leaving {
    let process: ExecProcess
    var termAt: UInt64?
    var killAt: UInt64
  }

  let terms: ExecTerms
  let context: ProviderContext
  let mailbox: ExecMailbox
  let loop = EventLoop()
  var process: ExecProcess?
  /// Whether the program has said hello.
  var isReady = false
  /// When it must have said hello, or answered.
  var deadline: UInt64?
  var queue: [Waiting] = []
  var asked: [Int64: Waiting] = [:]
  var lastID: Int64 = 0
  var leaving: [Leaving] = []
  var errors = ExecErrors()
  var backoff = Backoff(first: .seconds(1), longest: .seconds(300))
  /// Until then the program is not started again.
  var restUntil: UInt64 = 0
  var isTold = false

  init(_ terms: ExecTerms, _ context: ProviderContext, _ mailbox: ExecMailbox) {
    (self.terms, self.context, self.mailbox) = (terms, context, mailbox)
  }

  /// Works until it was closed and the program has ended.
  func run() {
    // What a program that is gone does not read is an error then, and no signal.
    ThisProcess.ignoreBrokenPipes()
    _ = try? loop.watch(mailbox.wake.descriptor, .read) { [mailbox] _ in mailbox.wake.clear() }
    while true {
      let post = mailbox.take()
      let now = BootClock.nanoseconds()
      for batch in post.batches { enqueue(batch, now) }
      if post.isClosing { close(now) }
      advance(now)
      if post.isClosing, process == nil, leaving.isEmpty { break }
      loop.turn(milliseconds: wait(now))
    }
    mailbox.finish()
  }

  private func enqueue(_ batch: ExecMailbox.Batch, _ now: UInt64) {
    // What waits behind one line of looks may wait as long as an answer may take, and a start.
    let deadline = now + terms.startLimit + terms.answerLimit
    queue += batch.looks.map { Waiting(look: $0, report: batch.report, deadline: deadline) }
  }

  /// Gives up everything that is open and asks the program to end.
  private func close(_ now: UInt64) {
    let finding = Finding(.transient(retryAfter: nil), "the program was closed before it answered")
    end(takeAsked(), finding, sent: true)
    end(takeQueue(), finding, sent: false)
    if let process { retire(process, now, gently: true) }
  }

  /// What is due at `now`.
  private func advance(_ now: UInt64) {
    expire(now)
    hurry(now)
    guard !queue.isEmpty else { return }
    if process == nil { start(now) }
    if isReady, asked.isEmpty { ask(now) }
  }

  /// Milliseconds to the next thing that falls due; nil: without end.
  private func wait(_ now: UInt64) -> Int32? {
    var times = leaving.flatMap { [$0.termAt, $0.killAt].compactMap { $0 } }
    if let deadline { times.append(deadline) }
    if let first = queue.first { times.append(first.deadline) }
    guard let next = times.min() else { return nil }
    return next > now ? Int32(clamping: (next - now) / 1_000_000 + 1) : 0
  }

  private func expire(_ now: UInt64) {
    if let deadline, deadline <= now {
      let what = isReady ? "it did not answer in time" : "it said no hello in time"
      fail(ExecFault(what), now)
    }
    let late = queue.prefix { $0.deadline <= now }
    guard !late.isEmpty else { return }
    queue.removeFirst(late.count)
    let finding = Finding(.transient(retryAfter: nil), "the program was busy; nothing was asked")
    end(Array(late), finding, sent: false)
  }
}
