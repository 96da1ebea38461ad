internal import JSON
internal import Linux
internal import Support
internal import Testing

/// The built program, serving for one test.
struct SandboxProcess {
  static var program: String { BuiltProducts.path("credstate-sandbox") }

  let folder = TemporaryFolder()
  let child: ChildProcess
  let ready: JSONObject

  /// Starts the program and waits for its line.
  init(_ options: [String] = []) async throws {
    let words = ["credstate-sandbox", "serve", "--directory", folder.file("sb")] + options
    let request = try SandboxProcess.request(words)
    child = try ChildProcess(request.spawn)
    let reader = request.output
    let line: [UInt8] = try await withCheckedThrowingContinuation { continuation in
      NamedThread(name: "sandbox-ready") {
        continuation.resume(with: Result { try reader.read(upTo: 4_096) ?? [] })
      }.detach()
    }
    let value = try JSONValue.parse(line, maximumBytes: 4_096)
    ready = try #require(value.object)
  }

  private static func request(
    _ words: [String]
  ) throws -> (spawn: SpawnRequest, output: FileDescriptor) {
    let (input, output) = (try Pipe(), try Pipe())
    let spawn = SpawnRequest(
      path: program, arguments: words, environment: Sanitizers.environment,
      descriptors: [input.reader, output.writer, output.writer])
    return (spawn, output.reader)
  }

  /// Runs a control verb.
  func control(_ words: [String], input: String = "") async throws -> ProgramRun {
    let all = [Self.program, "control"] + words + ["--directory", folder.file("sb")]
    return try await ProgramRun.run(all, input: input)
  }

  /// Waits for the end on a thread of its own.
  func end() async -> ProcessEnding {
    await withCheckedContinuation { continuation in
      NamedThread(name: "sandbox-end") {
        continuation.resume(returning: child.waitForEnding())
      }.detach()
    }
  }
}
