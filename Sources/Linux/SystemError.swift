internal import Glibc

/// A system call that failed: which, on what, and the kernel's reason (errno(3)).
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The call with its manual section, such as `open(2)`.
  package let call: String
  /// What it was asked of: a path, a name; empty when there is nothing to name.
  package let subject: String
  /// The error number.
  package let number: Int32
  /// Said instead of the kernel's words, where those would not tell what is wrong.
  let reason: String?

  /// Describes a failure; `number` is errno unless the call returns its error.
  package init(_ call: String, _ subject: String = "", number: Int32, reason: String? = nil) {
    self.call = call
    self.subject = subject
    self.number = number
    self.reason = reason
  }

  /// A failure of the call just made on this thread: reads errno.
  static func last(_ call: String, _ subject: String = "") -> Self {
    Self(call, subject, number: errno)
  }

  /// The kernel's words for an error number (strerror(3), which glibc keeps per thread).
  package static func text(of number: Int32) -> String {
    String(cString: strerror(number))
  }

  /// The call, the subject and the reason in one line.
  package var description: String {
    let what = subject.isEmpty ? "" : " \(subject)"
    return "\(call)\(what): \(reason ?? Self.text(of: number))"
  }

  /// Whether the thing asked for does not exist (ENOENT).
  package var isMissing: Bool { number == ENOENT }
}
