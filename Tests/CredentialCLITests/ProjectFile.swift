import Glibc
import Testing

/// Files of the project, and programs that were built with the tests.
enum ProjectFile {
  /// The text of a file, by its path from the project's root.
  static func text(_ path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/\(path)", "re"), "\(path) is not there")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk.prefix(count)
    }
  }

  /// The path of a program that was built beside the test program.
  static func program(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The test program may be the toolchain's; then the build folder is that of the test bundle.
    let candidates = [own] + CommandLine.arguments
    for candidate in candidates {
      let folder = candidate.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let path = folder.joined(separator: "/") + "/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    throw NotBuilt(name: name)
  }

  struct NotBuilt: Error { let name: String }
}
