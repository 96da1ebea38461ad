package import CredentialCore
internal import Linux

/// The executables in the `hooks.d` directories.
///
/// A file is a hook when its name begins with a letter or digit, goes on with letters, digits, `-`
/// and `_`, and has no ending or one of `.sh`, `.bash`, `.py`, `.pl`, `.rb`. So the backups of
/// editors and package managers are passed over. A file in an earlier directory hides its namesakes
/// in later ones; a link to `/dev/null` there only hides. Names are in plain byte order.
package struct HookDirectories: Sendable, Equatable {
  /// A hook that was found.
  package struct Found: Sendable, Equatable {
    /// The file's name.
    package let name: HookName
    /// Its path.
    package let path: String
  }

  /// A file that was passed over, and why.
  package struct Skipped: Sendable, Equatable {
    /// Its path.
    package let path: String
    /// Why, as a clause.
    package let reason: String
    /// Whether somebody may have meant it to run.
    package let isWarning: Bool
  }

  /// The endings a hook's name may have.
  package static let endings = ["sh", "bash", "py", "pl", "rb"]

  /// The hooks, in the order of their names.
  package private(set) var found: [Found] = []
  /// What was passed over.
  package private(set) var skipped: [Skipped] = []

  /// Looks into `directories`, the most important first. One that does not exist is empty.
  package init(_ directories: [String]) {
    var seen: Set<String> = []
    for directory in directories { scan(directory, &seen) }
    found.sort { $0.name < $1.name }
  }

  private mutating func scan(_ directory: String, _ seen: inout Set<String>) {
    do throws(SystemError) {
      for name in try Folder.names(in: directory) { take(name, in: directory, &seen) }
    } catch {
      if !error.isMissing { skip(directory, "cannot be read: \(error)", isWarning: true) }
    }
  }

  private mutating func take(_ name: String, in directory: String, _ seen: inout Set<String>) {
    let path = "\(directory)/\(name)"
    guard Self.isHookName(name) else {
      return skip(path, "its name is not that of a hook", isWarning: false)
    }
    guard seen.insert(name).inserted else {
      return skip(path, "an earlier directory has a file of this name", isWarning: false)
    }
    switch FileKind(path: path) {
    case .executable: found.append(Found(name: HookName(name), path: path))
    case .null: skip(path, "it is masked by a link to /dev/null", isWarning: false)
    case .plain: skip(path, "it is not executable; chmod +x it", isWarning: true)
    case .other: skip(path, "it is not a regular file", isWarning: true)
    case .unreadable(let error): skip(path, "\(error)", isWarning: true)
    }
  }

  private mutating func skip(_ path: String, _ reason: String, isWarning: Bool) {
    skipped.append(Skipped(path: path, reason: reason, isWarning: isWarning))
  }

  /// Whether a file of this name in `hooks.d` is a hook.
  package static func isHookName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 2 && endings.contains(String(parts[1])) else {
      return false
    }
    let stem = parts[0].utf8
    return stem.first.map(isLetterOrDigit) ?? false
      && stem.allSatisfy {
        isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
