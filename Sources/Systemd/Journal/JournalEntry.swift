/// One entry of the log.
package struct JournalEntry: Sendable, Equatable {
  /// One varying value of an entry.
  package struct Field: Sendable, Equatable {
    /// The journal's name: `A-Z`, digits and `_`, not beginning with `_` (systemd.journal-fields(7)).
    package let name: String
    /// What it is called behind the message on a terminal; nil: not shown there.
    package let label: String?
    /// The value.
    package let value: String

    /// Names a value.
    package init(name: String, label: String?, value: String) {
      self.name = name
      self.label = label
      self.value = value
    }
  }

  /// The syslog priority, 0 to 7.
  package let priority: Int
  /// A constant sentence.
  package let message: String
  /// The 128-bit id of the sentence in hex; nil for none.
  package let messageID: String?
  /// What varies.
  package let fields: [Field]

  /// Describes an entry.
  package init(priority: Int, message: String, messageID: String?, fields: [Field]) {
    self.priority = priority
    self.message = message
    self.messageID = messageID
    self.fields = fields
  }

  /// The message and the labelled values on one line, controls escaped, so that no value can look
  /// like an entry of its own.
  package var line: String {
    let shown = fields.compactMap { field in
      field.label.map { "\($0)=\(Self.quoted(Self.bounded(field.value)))" }
    }
    let text = Self.bounded(message)
    return shown.isEmpty ? text : "\(text): \(shown.joined(separator: " "))"
  }

  /// The entry in the journal's terms: `NAME=value`, controls escaped; fields with a name that the
  /// journal would drop are left out.
  package var assignments: [String] {
    var all = ["MESSAGE=\(line)", "PRIORITY=\(min(max(priority, 0), 7))"]
    if let messageID { all.append("MESSAGE_ID=\(messageID)") }
    for field in fields where Self.isName(field.name) {
      all.append("\(field.name)=\(Self.bounded(field.value))")
    }
    return all
  }

  /// At most this many bytes of one value are kept; journald cuts lines of its stream at 48 KiB.
  package static let longestValue = 4096

  private static func bounded(_ value: String) -> String {
    let size = value.utf8.count
    guard size > longestValue else { return printable(value) }
    let kept = String(decoding: value.utf8.prefix(longestValue), as: UTF8.self)
    return "\(printable(kept)) [cut, \(size) bytes]"
  }

  private static func quoted(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else {
      return value
    }
    return
      "\"\(value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
    let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    return isUpper
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
