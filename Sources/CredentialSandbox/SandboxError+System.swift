internal import Glibc

extension SandboxError {
  /// The failure in `errno` of doing `action` to `subject`.
  static func system(_ action: String, _ subject: String) -> SandboxError {
    let reason = String(cString: strerror(errno))
    return SandboxError(.system, "cannot \(action) \(subject): \(reason)")
  }
}
