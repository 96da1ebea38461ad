internal import Support
internal import Testing

@Suite("Exit statuses of credstatectl", .serialized, .timeLimit(.minutes(5)))
struct ExitStatusTests {
  @Test("with a running daemon: 0 done, 1 refused, 2 wrong use, 3 not found")
  func running() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001")
    for words in [
      ["list"], ["status"], ["events"], ["show", "demo", "001"], ["--json", "status"],
    ] {
      let run = try await scene.ctl(words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      #expect(!run.text.isEmpty && run.errors.isEmpty, "\(words)")
    }
    for (words, status) in [
      (["show", "demo", "nobody"], 3), (["check", "demo", "nobody"], 3),
      (["forget", "demo", "nobody"], 3), (["show", "demo"], 2), (["nonsense"], 2),
      (["list", "--colour"], 2), (["show", "nowhere", "001"], 3),
      (["check", "nowhere", "001"], 2),
      (["register", "demo", "001", "--client", "com.example.other"], 2),
    ] as [([String], Int32)] {
      let run = try await scene.ctl(words, input: "token")
      #expect(run.status == status, "\(words): \(run.errors)")
      #expect(run.text.isEmpty && !run.errors.isEmpty, "\(words)")
    }
    let again = try await scene.ctl("check", "demo", "001")
    #expect(again.status == 0 || again.status == 1, "\(again.errors)")
    #expect(try await scene.ctl("forget", "demo", "001").status == 0)
    #expect(try await scene.ctl("show", "demo", "001").status == 3)
  }

  @Test("status shows how many deliveries there are, not when")
  func deliveries() async throws {
    let scene = try await Scene.running()
    let text = try await scene.ctl("status").text
    #expect(text.contains("started=0"), "\(text)")
    let json = try await scene.ctl("--json", "status").text
    #expect(json.contains(#""started":0"#), "\(json)")
  }

  @Test("without a daemon, and without a bus: 4")
  func stopped() async throws {
    let scene = try await Scene()
    for words in [["list"], ["status"], ["events"], ["show", "demo", "001"], ["reload"]] {
      let run = try await scene.ctl(words)
      #expect(run.status == 4, "\(words): \(run.errors)")
      #expect(!run.errors.isEmpty)
    }
    scene.bus.stop()
    #expect(try await scene.ctl("status").status == 4)
  }
}
