internal import Glibc
internal import Linux

/// A program that ran to its end, for tests that take another implementation as their peer.
package struct ProgramRun: Sendable {
  /// Its exit status, -1 when a signal ended it.
  package let status: Int32
  /// What it wrote to standard output.
  package let output: [UInt8]
  /// What it wrote to standard error.
  package let errors: String

  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs `words`, the program by path or by its name under `/usr/bin`, and waits for its end on a
  /// thread of its own.
  package static func run(_ words: [String], input: String = "") async throws -> ProgramRun {
    let program = words[0].contains("/") ? words[0] : "/usr/bin/\(words[0])"
    return try await withCheckedThrowingContinuation { continuation in
      let thread = NamedThread(name: "program-run") {
        continuation.resume(with: Result { try runHere(program, words, input) })
      }
      thread.detach()
    }
  }

  private static func runHere(
    _ program: String, _ words: [String], _ input: String
  ) throws -> ProgramRun {
    let folder = TemporaryFolder()
    let paths = ["0", "1", "2"].map { folder.write($0, $0 == "0" ? input : "") }
    let files = paths.map { FileDescriptor(owning: open($0, O_RDWR | O_CLOEXEC)) }
    let child = try ChildProcess(
      SpawnRequest(
        path: program, arguments: words,
        environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"] + Sanitizers.environment,
        directory: folder.path, descriptors: files))
    var status: Int32 = -1
    if case .exited(let code) = child.waitForEnding() { status = code }
    let limit = 67_108_864
    return ProgramRun(
      status: status, output: try SmallFile(path: paths[1], limit: limit).bytes,
      errors: String(decoding: try SmallFile(path: paths[2], limit: limit).bytes, as: UTF8.self))
  }
}
