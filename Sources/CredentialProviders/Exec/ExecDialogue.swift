internal import CredentialCore
internal import Glibc
internal import Linux

/// A conversation with a program on a thread that may block: for a test of the program.
final class ExecDialogue {
  private let terms: ExecTerms
  private let process: ExecProcess
  private var lines: [[UInt8]] = []

  /// Starts the program.
  init(_ terms: ExecTerms) throws(SystemError) {
    ThisProcess.ignoreBrokenPipes()
    self.terms = terms
    process = try ExecProcess(terms.command)
  }

  /// Says hello and waits for the program's.
  func greet() throws(ExecFault) {
    say(ExecMessage.hello(terms))
    guard let reply = try next(before: BootClock.nanoseconds() + terms.startLimit) else {
      throw ExecFault("it said no hello within \(Self.seconds(terms.startLimit))")
    }
    guard reply == .hello else { throw ExecFault("it answered before it said hello") }
  }

  /// Asks about looks, numbered from `first`, and gives what was answered in time.
  func ask(_ looks: [Look], from first: Int64) throws(ExecFault) -> [ExecResult] {
    let numbered = looks.enumerated().map { (id: first + Int64($0), look: $1) }
    say(ExecMessage.looks(numbered, terms))
    let deadline = BootClock.nanoseconds() + terms.answerLimit
    var results: [ExecResult] = []
    while results.count < looks.count, let reply = try next(before: deadline) {
      guard case .result(let result) = reply else { throw ExecFault("it said hello twice") }
      guard numbered.contains(where: { $0.id == result.id }),
        !results.contains(where: { $0.id == result.id })
      else { throw ExecFault("it answered a look that it was not asked about, or one twice") }
      results.append(result)
    }
    return results
  }

  /// Whether it says something although it was not asked.
  func isSilent(for nanoseconds: UInt64) throws(ExecFault) -> Bool {
    try next(before: BootClock.nanoseconds() + nanoseconds) == nil
  }

  /// Closes the program's input and waits for its end, at last by force; nil when it took force.
  func end() -> ProcessEnding? {
    process.input = nil
    let isOver = waitForEnd(terms.endLimit)
    let ending = isOver ? process.child.ending() : nil
    process.child.signalGroup(SIGTERM)
    if !isOver, !waitForEnd(terms.endLimit) { process.child.signalGroup(SIGKILL) }
    process.child.signalGroup(SIGKILL)
    _ = process.child.waitForEnding()
    return ending
  }

  static func seconds(_ nanoseconds: UInt64) -> String {
    DurationText.text(of: .milliseconds(Int64(nanoseconds / 1_000_000)))
  }

  private func say(_ line: [UInt8]) { process.outgoing += line }

  /// The next line of the program; nil when the time is over.
  private func next(before deadline: UInt64) throws(ExecFault) -> ExecReply? {
    while lines.isEmpty {
      guard wait(deadline) else { return nil }
      let isRead = process.write()
      // What it printed before it ended comes first.
      guard let more = try process.read(), isRead || !more.isEmpty else {
        _ = waitForEnd(terms.endLimit)
        throw ExecFault(ExecProcess.words(process.child.ending()))
      }
      lines += more
    }
    return try ExecMessage.read(lines.removeFirst())
  }

  /// Waits for output, or room for input; false when the time is over. Errors are read and dropped.
  private func wait(_ deadline: UInt64) -> Bool {
    let now = BootClock.nanoseconds()
    guard now < deadline else { return false }
    var files = [process.output.number, process.errors.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    if let input = process.input, !process.outgoing.isEmpty {
      files.append(pollfd(fd: input.number, events: Int16(POLLOUT), revents: 0))
    }
    poll(&files, nfds_t(files.count), Int32(clamping: (deadline - now) / 1_000_000 + 1))
    if files[1].revents != 0 { _ = try? process.errors.read(upTo: 65_536) }
    return true
  }

  private func waitForEnd(_ limit: UInt64) -> Bool {
    let deadline = BootClock.nanoseconds() + limit
    while process.child.ending() == nil {
      let now = BootClock.nanoseconds()
      guard now < deadline else { return false }
      // What it prints meanwhile is read, or it could not end.
      _ = try? process.output.read(upTo: 65_536)
      var file = pollfd(
        fd: process.child.pidDescriptor.number, events: Int16(POLLIN), revents: 0)
      poll(&file, 1, Int32(clamping: min((deadline - now) / 1_000_000 + 1, 100)))
    }
    return true
  }
}
