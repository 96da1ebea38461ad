/// Why a path is not trusted: the part of it that others could change, and its facts.
package struct PathRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of problem.
  package enum Problem: Sendable, Equatable {
    /// The path does not begin with a slash, or holds a NUL.
    case notAbsolute
    /// The part belongs to this user, who is not trusted.
    case owner(UInt32, mode: UInt32)
    /// The part belongs to a trusted user but its group or everybody may write to it.
    case writable(owner: UInt32, mode: UInt32)
    /// The part could not be opened or read.
    case failed(SystemError)
  }

  /// The part of the path, as a whole path.
  package let part: String
  /// What is wrong with it.
  package let problem: Problem

  /// Refuses a path for `problem` of `part`.
  package init(part: String, problem: Problem) {
    self.part = part
    self.problem = problem
  }

  /// File, owner and mode, and what is wrong with them.
  package var description: String {
    switch problem {
    case .notAbsolute: "\(part) is not an absolute path"
    case .owner(let owner, let mode):
      "\(part) (owner uid \(owner), mode \(Self.octal(mode))) belongs to a user who is not trusted"
    case .writable(let owner, let mode):
      "\(part) (owner uid \(owner), mode \(Self.octal(mode))) can be written by group or others"
    case .failed(let error): error.description
    }
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
