extension Rule {
  /// The product does without the large Foundation.
  static let noFoundation = Rule(
    name: "no import of the whole of Foundation",
    bad: ("Sources/X/Y.swift", "internal import Foundation\n"),
    good: "internal import FoundationEssentials\n"
  ) { file in
    guard file.isSource else { return [] }
    return file.imports.filter { $0.module == "Foundation" }
      .map { ($0.line, "Foundation is too large; FoundationEssentials or Glibc serve") }
  }

  /// The core is values only.
  static let corePure = Rule(
    name: "CredentialCore imports nothing",
    bad: ("Sources/CredentialCore/Y.swift", "internal import Glibc\n"), good: "struct Y {}\n"
  ) { file in
    guard file.isSource, file.target == "CredentialCore" else { return [] }
    return file.imports.map { ($0.line, "CredentialCore imports \($0.module)") }
  }

  /// The core decides; waiting is for others.
  static let noAsyncBodies = Rule(
    name: "CredentialCore has no async function with a body",
    bad: (
      "Sources/CredentialCore/Y.swift", "func y(\n  _ x: Int\n) async throws -> Int {\n  x\n}\n"
    ),
    good: "func y() async throws -> Int\nvar z: Int { 1 }\ninit(_ f: () async -> Void) {\n}\n"
  ) { file in
    guard file.isSource, file.target == "CredentialCore" else { return [] }
    return file.code.indices.compactMap { line in
      opensAsyncBody(line, in: file) ? (line, "async function with a body") : nil
    }
  }

  /// Whether `async` on this line is the effect of a function whose body opens on it or the next.
  private static func opensAsyncBody(_ line: Int, in file: SourceFile) -> Bool {
    guard let word = file.code[line].ranges(of: "async").last else { return false }
    var depth = 0
    for character in file.code[line][word.upperBound...] {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth < 0 { return false }
      if character == "{" { return true }
    }
    return line + 1 < file.code.count && file.code[line + 1].hasPrefix("{")
  }
}
