internal import Linux
internal import Support
internal import Systemd
internal import Testing

@Suite("Callers that misbehave", .serialized, .timeLimit(.minutes(5)))
struct CallerTroubleTests {
  @Test("tokens that never come keep no thread each, and hold up no other caller")
  func withheld() async throws {
    let scene = try await Scene.running()
    let daemon = try await scene.daemon()
    let desk = try await EnrolmentDesk(scene)
    let files = ProcessFacts.descriptors(of: daemon.pid).count
    let before = ProcessFacts.threads(of: daemon.pid).count
    let refused = Lock(0)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      var pipes: [Pipe] = []
      for number in 0..<50 {
        let pipe = try Pipe()
        pipes.append(pipe)
        group.addTask {
          do {
            try await desk.call(
              "Register",
              [
                .string("demo"), .string("w\(number)"), .string("com.example.app"),
                .descriptor(pipe.reader), .fields([]), .uint64(0),
              ])
            return false
          } catch let error as BusError {
            refused.withLock { $0 += 1 }
            return error.name == "org.credstate.Monitor1.Error.InvalidArgument"
          }
        }
      }
      // On a busy machine the first may be refused before the last has come.
      while ProcessFacts.descriptors(of: daemon.pid).count < files + 50,
        refused.withLock({ $0 }) == 0
      {
        try await desk.call("GetStatus", [.uint64(0)])
      }
      // Answered behind the last of them.
      try await desk.call("GetStatus", [.uint64(0)])
      #expect(ProcessFacts.threads(of: daemon.pid).count <= before + 4)
      try await scene.enrol("001")
      for try await isRefused in group { #expect(isRefused) }
      withExtendedLifetime(pipes) {}
    }
    #expect(try await scene.state("001") == "authorized")
  }
}
