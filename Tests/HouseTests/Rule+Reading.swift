extension Rule {
  /// A slow disk must not hold up one of the pool's two threads.
  static let readingPlaced = Rule(
    name: "no asynchronous function of the daemon reads files itself",
    bad: (
      "Sources/CredentialDaemon/Y.swift",
      "func y(\n  _ x: Int\n) async {\n  let z = try? SmallFile(path: x)\n}\n"
    ),
    good: """
      func y() { HookPlan(x) }
      func z() async {
        await NamedThread.returning(name: x) {
          SealingKey.load(x)
        }
      }
      """
  ) { file in
    guard file.isSource, ["CredentialDaemon", "CredentialMonitor"].contains(file.target) else {
      return []
    }
    return file.code.indices.compactMap { line in
      guard readers.contains(where: { file.code[line].contains($0) }), isOnPool(line, in: file)
      else { return nil }
      return (line, "read it on a thread of ours: NamedThread.returning")
    }
  }

  /// Calls that read files.
  private static let readers = [
    "SmallFile(", "Folder.names", "Configuration.load(", "ConfigurationCheck.run(",
    "SealingKey.load(", "HookPlan(", "HookDirectories(", "configuration.providers.map",
  ]

  /// Whether the function around a line is asynchronous and no thread was started on the way.
  private static func isOnPool(_ line: Int, in file: SourceFile) -> Bool {
    for index in (0...line).reversed() {
      let code = file.code[index]
      if code.contains("NamedThread") { return false }
      guard code.contains("func ") || code.contains("init(") else { continue }
      let end = file.code[index...line].firstIndex { $0.contains("{") } ?? line
      return file.code[index...end].contains { $0.contains("async") }
    }
    return false
  }
}
