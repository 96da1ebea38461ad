internal import Glibc

/// Listing of directories (readdir(3)).
package enum Folder {
  /// The names in the directory at `path` without `.` and `..`, in plain byte order, which no locale
  /// changes. A name that is not UTF-8 is shown with replacement characters and cannot be opened.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .last("opendir(3)", path) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether `path` lies in the directory or below it, links and dots resolved (realpath(3)); what
  /// does not exist is compared as it is spelled.
  package static func path(_ path: String, liesIn directory: String) -> Bool {
    resolved(path).hasPrefix(resolved(directory) + "/")
  }

  private static func resolved(_ path: String) -> String {
    guard let text = realpath(path, nil) else { return path }
    defer { free(text) }
    return String(cString: text)
  }
}
