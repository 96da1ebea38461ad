internal import Glibc

/// What a path leads to, links followed (stat(2)).
package enum FileKind: Sendable, Equatable {
  /// A regular file with an execute bit.
  case executable
  /// A regular file without.
  case plain
  /// The device `/dev/null`.
  case null
  /// Anything else.
  case other
  /// Nothing that could be looked at.
  case unreadable(SystemError)

  /// Looks at `path`.
  package init(path: String) {
    var (facts, null) = (stat(), stat())
    guard stat(path, &facts) == 0 else {
      self = .unreadable(.last("stat(2)", path))
      return
    }
    let isNull = stat("/dev/null", &null) == 0 && facts.st_rdev == null.st_rdev
    switch facts.st_mode & S_IFMT {
    case S_IFREG: self = facts.st_mode & 0o111 != 0 ? .executable : .plain
    case S_IFCHR where isNull: self = .null
    default: self = .other
    }
  }
}
