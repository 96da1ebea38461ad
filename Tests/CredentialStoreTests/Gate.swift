internal import Linux

@testable internal import CredentialStore

/// Holds a store's writer inside one job until it is opened, so that others pile up behind.
struct Gate {
  private let wake = WakeDescriptor()

  /// Returns when the writer is at the gate.
  init(_ store: SQLiteStore) throws {
    let reached = WakeDescriptor()
    let (wake, poller, entry) = (wake, Poller(), Poller())
    try poller.add(wake.descriptor, .read, token: 0)
    try entry.add(reached.descriptor, .read, token: 0)
    let job = WriterJob(
      lane: .control, mustBeKept: true, now: nil,
      perform: { _ in
        reached.wake()
        _ = poller.wait()
        return { _ = wake }
      }, fail: { _ in })
    _ = store.writes.offer(job, lane: 0, mustBeKept: true)
    _ = entry.wait()
  }

  /// Lets the writer go on.
  func open() { wake.wake() }
}
