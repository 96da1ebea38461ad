import Glibc
import Linux
import Support
import Testing

@Suite("Child process")
struct ChildProcessTests {
  @Test(
    "a child has only the descriptors given, no blocked or ignored signal, a session of its own")
  func cleanStart() throws {
    let blocked = SignalDescriptor([SIGUSR1])
    let script =
      "ls /proc/self/fd; grep -E 'Sig(Blk|Ign)' /proc/self/status; pwd; echo $A; umask 022; umask"
    let (ending, output) = try run(script, environment: ["PATH=/usr/bin:/bin", "A=b c"])
    #expect(blocked.next() == nil)
    #expect(ending == .exited(0))
    let lines = output.split(separator: "\n").map(String.init)
    // ls has its directory open as 3.
    #expect(Array(lines.prefix(5)) == ["0", "1", "2", "3", "SigBlk:\t0000000000000000"])
    let ignored = lines[5].split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    // glibc's posix_spawn(3) may leave its own signals 32 and 33 ignored.
    #expect(ignored.map { $0 & ~0x1_8000_0000 } == 0)
    #expect(Array(lines.suffix(3)) == ["/", "b c", "0022"])
  }

  @Test("exit status and signal are told apart, and no zombie stays")
  func endings() throws {
    #expect(try run("exit 3").0 == .exited(3))
    #expect(try run("kill -9 $$").0 == .signalled(9))
    let null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
    let request = SpawnRequest(
      path: "/bin/sh", arguments: ["sh", "-c", "exit 0"], environment: [],
      descriptors: [null, null, null])
    let child = try ChildProcess(request)
    #expect(child.waitForEnding() == .exited(0))
    #expect(ProcessTable.entry(child.pid) == nil)
    #expect(child.reap() == nil)
  }

  @Test("descriptors whose numbers are one another's targets arrive in the order given")
  func swapped() throws {
    let (first, second) = (
      try FileDescriptor(memoryFile: "first"), try FileDescriptor(memoryFile: "second")
    )
    try first.fill(Array("one".utf8))
    try second.fill(Array("two".utf8))
    let pipe = try Pipe()
    let request = SpawnRequest(
      path: "/bin/sh", arguments: ["sh", "-c", "cat <&0; cat <&3"], environment: [],
      descriptors: [second, pipe.writer, pipe.writer, first])
    let child = try ChildProcess(request)
    #expect(child.waitForEnding() == .exited(0))
    let text = try pipe.reader.read(upTo: 100) ?? []
    #expect(String(decoding: text, as: UTF8.self) == "twoone")
  }

  @Test("a program that is not there is an error that names it")
  func missing() throws {
    let folder = TemporaryFolder()
    let request = SpawnRequest(
      path: folder.file("none"), arguments: ["none"], environment: [], descriptors: [])
    #expect(throws: SystemError("posix_spawn(3)", folder.file("none"), number: ENOENT)) {
      _ = try ChildProcess(request)
    }
  }

  private func run(
    _ script: String, environment: [String] = ["PATH=/usr/bin:/bin"]
  ) throws -> (ProcessEnding, String) {
    let null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
    let pipe = try Pipe()
    let request = SpawnRequest(
      path: "/bin/sh", arguments: ["sh", "-c", script], environment: environment, directory: "/",
      descriptors: [null, pipe.writer, null])
    let ending = try ChildProcess(request).waitForEnding()
    pipe.reader.setNonBlocking()
    let text = try pipe.reader.read(upTo: 65_536) ?? []
    return (ending, String(decoding: text, as: UTF8.self))
  }
}
