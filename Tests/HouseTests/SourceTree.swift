import Linux
import Support
import Testing

/// The repository that these tests were compiled from.
enum SourceTree {
  /// Its directory, found from this file: `Tests/HouseTests` lies in it.
  static let root = ProjectText.path("")

  /// The text files of the product and of everything around it.
  static func files() throws -> [SourceFile] {
    let folders = ["Sources", "Tests", "docs", "config", "systemd", "scripts", ".ci"]
    let pages = try Folder.names(in: root).filter { $0.hasSuffix(".md") || $0 == "Makefile" }
    let paths = try folders.flatMap { try below($0) } + pages + ["Package.swift"]
    return try paths.map { path in
      let bytes = try SmallFile(path: "\(root)/\(path)", limit: 1 << 20).bytes
      return SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Every file below a folder; nothing when there is no such folder or it is a file.
  private static func below(_ path: String) throws -> [String] {
    guard let names = try? Folder.names(in: "\(root)/\(path)") else { return [] }
    return try names.flatMap { name in
      let child = "\(path)/\(name)"
      let isFolder = (try? Folder.names(in: "\(root)/\(child)")) != nil
      return isFolder ? try below(child) : [child]
    }
  }
}
