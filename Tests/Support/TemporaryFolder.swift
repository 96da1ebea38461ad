internal import Glibc
internal import Linux

/// A folder that is there for one test and removed with everything in it.
package final class TemporaryFolder: Sendable {
  /// Its absolute path.
  package let path: String

  /// Makes an empty folder of mode 0700 below `/tmp`.
  package init() {
    var template = Array("/tmp/credstate-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "mkdtemp(3) failed with errno \(errno)")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The path of `name` inside.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file inside and returns its path; folders on the way are made.
  @discardableResult
  package func write(_ name: String, _ text: String, mode: UInt32 = 0o600) -> String {
    write(name, Array(text.utf8), mode: mode)
  }

  /// Writes a file of bytes inside and returns its path; folders on the way are made.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o600) -> String {
    let parts = name.split(separator: "/")
    for count in parts.indices.dropFirst() {
      mkdir(file(parts[..<count].joined(separator: "/")), 0o700)
    }
    let target = file(name)
    guard mode & 0o111 == 0 else {
      copy(write("\(name).draft", bytes), to: target)
      unlink(target + ".draft")
      chmod(target, mode)
      return target
    }
    let descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "open(2) of \(target) failed with errno \(errno)")
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    precondition(written == bytes.count, "write(2) of \(target) was short")
    fchmod(descriptor, mode)
    return target
  }

  /// Copies by another program: a test that spawns meanwhile would hold our descriptor open for
  /// writing in its child for a moment, and running the file would fail (execve(2), ETXTBSY).
  private func copy(_ source: String, to target: String) {
    let request = SpawnRequest(
      path: "/bin/cp", arguments: ["cp", source, target], environment: [], directory: "/",
      descriptors: [])
    let ending = (try? ChildProcess(request))?.waitForEnding()
    precondition(ending == .exited(0), "cp could not make \(target)")
  }

  /// The bytes of a file inside; nil when there is none that can be read.
  package func read(_ name: String) -> [UInt8]? {
    try? SmallFile(path: file(name), limit: 1 << 30).bytes
  }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name != ".", name != ".." else { continue }
        if entry.pointee.d_type == UInt8(DT_DIR) { remove("\(path)/\(name)") }
        unlink("\(path)/\(name)")
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
