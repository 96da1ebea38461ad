internal import Linux

/// Ends what an earlier runner at the same socket left behind, before a new one says anything.
///
/// The daemon runs attempts that the new runner does not know a second time; so nothing of the first
/// time may be alive by then.
struct PreviousRunner {
  /// The socket both share.
  let socket: String
  /// The control group the runs' groups were made in; nil: none were made.
  let group: ControlGroup?

  /// Kills and waits until nothing is left; throws what could not be ended before `deadline`.
  func clear(until deadline: UInt64) throws(RefusedRun) {
    for old in group?.children(prefix: RunMark.groupPrefix) ?? [] {
      try clear(old, until: deadline)
    }
    while true {
      let left = survivors()
      if left.isEmpty { return }
      guard BootClock.nanoseconds() < deadline else {
        let pids = left.map { "\($0.pid)" }.joined(separator: ", ")
        throw RefusedRun("hooks of an earlier runner do not end: process \(pids)")
      }
      end(left)
    }
  }

  /// Live processes that carry a mark of the socket, with their sessions and descendants.
  private func survivors() -> [ProcessEntry] {
    let table = ProcessTable.snapshot().filter { !$0.isDead && $0.pid != ThisProcess.pid }
    let marked = table.filter { entry in
      ProcessTable.variable(RunMark.variable, of: entry.pid)
        .map { RunMark.isOf(socket: socket, $0) } ?? false
    }
    // A hook's session begins with the hook: whoever shares it was started by the hook.
    let sessions = Set(marked.map(\.session)).subtracting([ownSession])
    var found = Set(marked.map(\.pid))
    found.formUnion(table.filter { sessions.contains($0.session) }.map(\.pid))
    for root in found {
      found.formUnion(ProcessTable.descendants(of: root, in: table).map(\.pid))
    }
    return table.filter { found.contains($0.pid) }
  }

  private var ownSession: Int32 { ProcessTable.entry(ThisProcess.pid)?.session ?? 0 }

  private func end(_ processes: [ProcessEntry]) {
    let poller = Poller()
    let handles = processes.compactMap { ProcessTable.signal($0, Signal.kill) }
    for (index, handle) in handles.enumerated() {
      try? poller.add(handle.number, .read, token: UInt64(index))
    }
    if !handles.isEmpty { _ = poller.wait(milliseconds: 100) }
  }

  private func clear(_ old: ControlGroup, until deadline: UInt64) throws(RefusedRun) {
    do throws(SystemError) {
      try old.kill()
      let pause = Poller()
      while old.isPopulated {
        guard BootClock.nanoseconds() < deadline else { break }
        _ = pause.wait(milliseconds: 10)
      }
      try old.remove()
    } catch {
      throw RefusedRun("hooks of an earlier runner do not end: \(error)")
    }
  }
}
