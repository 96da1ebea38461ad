/// One thing that the log is told: a declared kind and its varying fields.
package struct Notice: Sendable, Equatable {
  /// Which sentence.
  package let kind: NoticeKind
  /// What varies, printed as journal fields and behind the sentence on a terminal.
  package let fields: Fields
  /// How urgent the entry is: as its kind says, or as the condition that it tells of.
  package internal(set) var level: NoticeLevel

  /// A notice of `kind` with `fields`.
  package init(_ kind: NoticeKind, _ fields: Fields = [:]) {
    self.kind = kind
    self.fields = fields
    level = kind.level
  }

  /// A notice about one credential: its provider and subject come first.
  package init(_ kind: NoticeKind, _ id: CredentialID, _ more: Fields = [:]) {
    var fields: Fields = ["provider": .text(id.provider.text), "subject": .text(id.subject.text)]
    for member in more.members { fields.add(member.name, member.value) }
    self.init(kind, fields)
  }
}

/// Who keeps the log; only Monitor, deliverers and Daemon hold one.
///
/// To the implementer: `record` must not block and must not fail; control characters in fields are
/// escaped on the way out.
package protocol Journal: Sendable {
  /// Writes one entry.
  func record(_ notice: Notice)
}

/// How urgent an entry is; the raw value is syslog's (RFC 5424 section 6.2.1).
package enum NoticeLevel: Int, Sendable {
  /// Something was given up.
  case error = 3
  /// Tolerated, and the sentence says how.
  case warning = 4
  /// A credential changed state.
  case notice = 5
  /// Start, stop, reload.
  case info = 6
  /// Anything else.
  case debug = 7
}
