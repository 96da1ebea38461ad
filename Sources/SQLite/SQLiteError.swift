internal import CSQLite
internal import Glibc

/// A refusal by SQLite: what was tried, its class, and SQLite's own sentence.
///
/// It never holds a bound value: SQLite's texts name tables, columns and constraints only, and the
/// statement text is static.
package struct SQLiteError: Error, Equatable {
  /// What went wrong, in the classes a caller can tell apart.
  package enum Code: String, Sendable {
    /// No room on the volume, or `max_page_count` reached.
    case full
    /// Another connection holds a lock that is needed.
    case busy
    /// The file is damaged.
    case corrupt
    /// The file is not an SQLite database.
    case notADatabase
    /// The operating system refused a read, write or sync.
    case ioError
    /// A constraint of the schema was violated.
    case constraint
    /// The file or the connection may not be written.
    case readOnly
    /// The file or one of its companions cannot be opened.
    case cantOpen
    /// The file was moved, removed or replaced while it is open.
    case moved
    /// A column held another type than the reader asked for, or a setting did not take.
    case mismatch
    /// Anything else: an error of the program.
    case other
  }

  /// The class of the error.
  package let code: Code
  /// SQLite's extended result code, <https://sqlite.org/rescode.html>.
  package let extendedCode: Int32
  /// SQLite's own text.
  package let message: String
  /// What was being done: a statement's text or a few words.
  package let operation: String

  /// Makes an error that SQLite did not report itself.
  package init(code: Code, message: String, operation: String) {
    self.code = code
    self.extendedCode = 0
    self.message = message
    self.operation = operation
  }

  /// Reads the last error of `database` (nil when it could not even be allocated).
  init(status: Int32, database: OpaquePointer?, operation: String) {
    let systemError = database.map { sqlite3_system_errno($0) } ?? 0
    code = Self.code(of: status, systemError: systemError)
    extendedCode = status
    let text = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(status)
    message = text.map { String(cString: $0) } ?? "unknown error"
    self.operation = operation
  }

  private static func code(of status: Int32, systemError: Int32) -> Code {
    switch status & 0xff {
    case SQLITE_FULL: return .full
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return .notADatabase
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      if systemError == ENOSPC || systemError == EDQUOT { return .full }
      return status & 0xff == SQLITE_IOERR ? .ioError : .cantOpen
    case SQLITE_CONSTRAINT: return .constraint
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly
    case SQLITE_MISMATCH: return .mismatch
    default: return .other
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  /// One sentence for people: SQLite's text, its code, and what was tried.
  package var description: String {
    let number = extendedCode == 0 ? "" : " (SQLite result code \(extendedCode))"
    return "\(message)\(number), at: \(operation)"
  }
}
