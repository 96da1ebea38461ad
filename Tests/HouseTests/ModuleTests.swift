import Glibc
import JSON
import Support
import Testing

/// Holds the package to the direction of its modules.
@Suite struct ModuleTests {
  @Test("the package's targets depend on each other as the table says", .timeLimit(.minutes(5)))
  func direction() async throws {
    let graph = ModuleGraph(try await Self.describe())
    #expect(graph.dependencies["CredentialDaemon"]?.contains("CredentialCore") == true)
    #expect(graph.faults(ModuleGraph.table) == [])
  }

  @Test("a dependency against the direction and an unknown target are found")
  func directionCanFail() throws {
    let text = """
      {"targets": [
        {"name": "HTTP", "path": "Sources/HTTP", "target_dependencies": ["CredentialCore"]},
        {"name": "Extra", "path": "Sources/Extra"},
        {"name": "HTTPTests", "path": "Tests/HTTPTests"}
      ]}
      """
    let graph = ModuleGraph(try JSONValue.parse(Array(text.utf8), maximumBytes: 4096))
    #expect(
      graph.faults(ModuleGraph.table) == [
        "Extra is not in the table of modules", "HTTP must not depend on CredentialCore",
      ])
  }

  @Test("each C library is imported by exactly one target")
  func importers() throws {
    let importers = Self.importers(try SourceTree.files())
    #expect(importers["CSQLite"] == ["SQLite"])
    #expect(importers.filter { $0.value.count != 1 }.isEmpty, "\(importers)")
  }

  @Test("a second importer of a C library is found")
  func importersCanFail() {
    let text = "internal import CCurl\n"
    let files = ["HTTP", "Crypto"].map { SourceFile(path: "Sources/\($0)/Y.swift", text: text) }
    #expect(Self.importers(files) == ["CCurl": ["HTTP", "Crypto"]])
  }

  private static func importers(_ files: [SourceFile]) -> [String: Set<String>] {
    let libraries = ModuleGraph.table.keys.filter { $0.hasPrefix("C") && ModuleGraph.isC($0) }
    var importers: [String: Set<String>] = [:]
    for file in files where file.path.hasSuffix(".swift") {
      for (_, module) in file.imports where libraries.contains(module) {
        importers[module, default: []].insert(file.target)
      }
    }
    return importers
  }

  /// Asks SwiftPM; without a scratch path of its own it would wait for the lock that this very test
  /// run holds.
  private static func describe() async throws -> JSONValue {
    let folder = TemporaryFolder()
    let script = """
      export PATH="$1" HOME="$3"; cd "$2" && swift=$(scripts/find-swift) && \
      exec "$swift" package --scratch-path "$3/build" describe --type json
      """
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let run = try await ProgramRun.run(
      ["/bin/sh", "-c", script, "sh", path, SourceTree.root, folder.path])
    try #require(run.status == 0, "\(run.errors)")
    return try JSONValue.parse(run.output, maximumBytes: 1 << 22)
  }
}

extension ModuleGraph {
  /// Whether a target is a C library: a capital letter follows the C.
  static func isC(_ name: String) -> Bool {
    name.dropFirst().first?.isUppercase == true && name != "CLI"
  }
}
