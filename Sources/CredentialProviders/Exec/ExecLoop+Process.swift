internal import CredentialCore
internal import Glibc
internal import Linux

extension ExecLoop {
  /// Watches what a program prints and its end.
  func watch(_ process: ExecProcess) throws(SystemError) {
    process.watches = [
      try loop.watch(process.output.number, .read) { [unowned self, unowned process] _ in
        readOutput(of: process)
      },
      try loop.watch(process.errors.number, .read) { [unowned self, unowned process] _ in
        readErrors(of: process)
      },
      try loop.watch(process.child.pidDescriptor.number, .read) {
        [unowned self, unowned process] _ in bury(process)
      },
    ]
  }

  /// Writes a line, at once as far as it fits.
  func write(_ line: [UInt8], to process: ExecProcess) {
    process.outgoing += line
    writeMore(to: process)
  }

  /// Asks a program to end, or no longer asks: its input is closed, SIGTERM, SIGKILL for its group.
  func retire(_ process: ExecProcess, _ now: UInt64, gently: Bool) {
    dropInputWatch(of: process)
    process.input = nil
    let termAt = gently ? now + terms.endLimit : now
    leaving.append(
      Leaving(process: process, termAt: termAt, killAt: termAt + terms.endLimit))
    self.process = nil
    isReady = false
    deadline = nil
    hurry(now)
  }

  /// Sends the signals that are due to programs that were told to end.
  func hurry(_ now: UInt64) {
    for index in leaving.indices {
      let child = leaving[index].process.child
      if let termAt = leaving[index].termAt, termAt <= now {
        leaving[index].termAt = nil
        child.signalGroup(SIGTERM)
      }
      if leaving[index].killAt <= now {
        leaving[index].killAt = now + terms.endLimit
        child.signalGroup(SIGKILL)
      }
    }
  }

  private func writeMore(to process: ExecProcess) {
    guard process.write() else {
      // A program that has ended is told of by its end, which also counts what it said before.
      guard process.child.ending() == nil else { return process.outgoing = [] }
      return fail(ExecFault("it does not read its input any more"), BootClock.nanoseconds())
    }
    guard !process.outgoing.isEmpty, let input = process.input else {
      return dropInputWatch(of: process)
    }
    guard process.inputWatch == nil else { return }
    process.inputWatch = try? loop.watch(input.number, .write) {
      [unowned self, unowned process] _ in
      if self.process === process { writeMore(to: process) }
    }
  }

  private func dropInputWatch(of process: ExecProcess) {
    if let watch = process.inputWatch { loop.unwatch(watch) }
    process.inputWatch = nil
  }

  private func readOutput(of process: ExecProcess) {
    let isCurrent = self.process === process
    do throws(ExecFault) {
      guard let lines = try process.read() else {
        loop.unwatch(process.watches[0])
        // How it ended is known in a moment; one that only closes its output fails at its time.
        return
      }
      guard isCurrent else { return }
      for line in lines where self.process === process {
        try take(line, BootClock.nanoseconds())
      }
    } catch {
      if isCurrent { fail(error, BootClock.nanoseconds()) }
    }
  }

  private func readErrors(of process: ExecProcess) {
    let now = BootClock.nanoseconds()
    guard let bytes = try? process.errors.read(upTo: 65_536) else { return }
    if bytes.isEmpty { loop.unwatch(process.watches[1]) }
    let lines = bytes.isEmpty ? errors.finish(now: now) : errors.add(bytes, now: now)
    for line in lines {
      context.tell(
        Notice(.programSaid, ["provider": .text(context.name.text), "text": .text(line)]))
    }
  }

  /// A program has ended: what it printed before counts, its group ends with it.
  private func bury(_ process: ExecProcess) {
    if self.process === process { readRest(of: process) }
    let ending = process.child.ending()
    let isCurrent = self.process === process
    if isCurrent { self.process = nil }
    readErrors(of: process)
    dropInputWatch(of: process)
    for watch in process.watches { loop.unwatch(watch) }
    process.child.signalGroup(SIGKILL)
    _ = process.child.reap()
    leaving.removeAll { $0.process === process }
    guard isCurrent else { return }
    isReady = false
    fail(ExecFault(ExecProcess.words(ending)), BootClock.nanoseconds())
  }

  private func readRest(of process: ExecProcess) {
    for _ in 0..<64 where self.process === process {
      do throws(ExecFault) {
        guard let lines = try process.read(), !lines.isEmpty else { return }
        for line in lines where self.process === process {
          try take(line, BootClock.nanoseconds())
        }
      } catch { return fail(error, BootClock.nanoseconds()) }
    }
  }
}
