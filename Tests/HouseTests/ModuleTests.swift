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
    #expect(Self.faults(importers) == [])
  }

  @Test("a second importer of a C library, and one that nobody imports, are found")
  func importersCanFail() {
    let others = Self.libraries.filter { $0 != "CCurl" && $0 != "CTOML" }
    let files =
      ["HTTP", "Crypto"].map { Self.importing("CCurl", in: $0) }
      + others.map { Self.importing($0, in: "X") }
    #expect(
      Self.faults(Self.importers(files)) == [
        "CCurl is imported by Crypto, HTTP", "CTOML is imported by nobody",
      ])
  }

  private static func importing(_ library: String, in target: String) -> SourceFile {
    SourceFile(path: "Sources/\(target)/Y.swift", text: "internal import \(library)\n")
  }

  private static let libraries = ModuleGraph.table.keys
    .filter { $0.hasPrefix("C") && ModuleGraph.isC($0) }.sorted()

  private static func faults(_ importers: [String: Set<String>]) -> [String] {
    libraries.compactMap { library in
      let names = importers[library, default: []].sorted()
      guard names.count != 1 else { return nil }
      return "\(library) is imported by \(names.isEmpty ? "nobody" : names.joined(separator: ", "))"
    }
  }

  private static func importers(_ files: [SourceFile]) -> [String: Set<String>] {
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
      export PATH="$1" HOME="$3" TMPDIR="$3"; cd "$2" && swift=$(scripts/find-swift) && \
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
