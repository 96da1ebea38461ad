internal import Glibc

/// A folder under the system's temporary one, removed with all that is in it at the end.
package final class TemporaryFolder: Sendable {
  /// The folder, mode 0700.
  package let path: String

  /// Makes an empty folder.
  package init() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/credstate-test.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "mkdtemp(3) failed with errno \(errno)")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.removeTree(path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file with `mode`, whatever the umask is, and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String, mode: UInt32 = 0o644) -> String {
    let path = file(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "open(2) \(path) failed with errno \(errno)")
    let bytes = Array(text.utf8)
    precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    fchmod(descriptor, mode)
    close(descriptor)
    return path
  }

  /// The text of a file in the folder; nil when there is none.
  package func read(_ name: String) -> String? {
    guard let file = fopen(file(name), "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk.prefix(count)
    }
  }

  private static func removeTree(_ path: String) {
    guard unlink(path) != 0, let folder = opendir(path) else { return }
    defer {
      closedir(folder)
      rmdir(path)
    }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { removeTree("\(path)/\(name)") }
    }
  }
}
