internal import Linux

/// Files of the project's tree, for tests that hold documents against the code.
package enum ProjectText {
  /// The absolute path of a file, by its path from the project's root.
  package static func path(_ relative: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/\(relative)"
  }

  /// The text of a file, by its path from the project's root.
  package static func read(_ relative: String) throws -> String {
    String(decoding: try SmallFile(path: path(relative), limit: 1 << 20).bytes, as: UTF8.self)
  }
}
