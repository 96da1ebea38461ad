internal import Glibc

extension SandboxFiles {
  /// Makes the folder with mode 0700 if it is missing.
  func makeDirectory() throws(SandboxError) {
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw .system("make the folder", directory)
    }
  }

  /// Replaces a file; `mode` is set before the first byte is written.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(SandboxError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .system("replace", path) }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { throw .system("make", path) }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw .system("write", path)
    }
  }
}
