import Glibc
import Linux
import Support
import Testing

@Suite("Process table")
struct ProcessTableTests {
  @Test("a child is found with its session and variable, and is killed as exactly this process")
  func finds() throws {
    let null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
    let (hold, echo) = (try Pipe(), try Pipe())
    let request = SpawnRequest(
      path: "/bin/cat", arguments: ["cat"], environment: ["MARK=x=y"],
      descriptors: [hold.reader, echo.writer, null])
    let child = try ChildProcess(request)
    // Once it echoes it is past exec(3), before which its environment cannot be read.
    _ = try hold.writer.write([1])
    #expect(try echo.reader.read(upTo: 1) == [1])
    let entry = try #require(ProcessTable.entry(child.pid))
    #expect(entry.parent == ThisProcess.pid && entry.session == child.pid && !entry.isDead)
    #expect(ProcessTable.ownChildren().contains(child.pid))
    #expect(ProcessTable.variable("MARK", of: child.pid) == "x=y")
    #expect(ProcessTable.variable("MAR", of: child.pid) == nil)
    let all = ProcessTable.snapshot()
    let below = ProcessTable.descendants(of: ThisProcess.pid, in: all)
    #expect(below.contains { $0.pid == child.pid })
    let stale = ProcessEntry(
      pid: entry.pid, parent: entry.parent, session: entry.session, state: entry.state,
      startTime: entry.startTime &+ 1)
    #expect(ProcessTable.signal(stale, SIGKILL) == nil)
    #expect(child.ending() == nil)
    #expect(ProcessTable.signal(entry, SIGKILL) != nil)
    #expect(child.waitForEnding() == .signalled(SIGKILL))
    #expect(ProcessTable.entry(child.pid) == nil)
  }
}
