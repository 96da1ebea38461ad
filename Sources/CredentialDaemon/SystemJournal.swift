internal import CredentialCore
internal import Systemd

/// The daemon's log: notices as journal entries, or as lines on standard error.
struct SystemJournal: Journal {
  private let sink: JournalSink

  /// Writes to `sink`, the process's own unless told otherwise.
  init(_ sink: JournalSink = .ofProcess()) { self.sink = sink }

  func record(_ notice: Notice) {
    sink.write(
      JournalEntry(
        priority: notice.level.rawValue, message: notice.kind.sentence,
        messageID: notice.kind.messageID,
        fields: notice.fields.members.map { member in
          JournalEntry.Field(
            name: Names.journalFieldPrefix + member.name.uppercased(), label: member.name,
            value: Self.text(member.value))
        }))
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .boolean(let flag): flag ? "yes" : "no"
    case .time(let moment): moment.rfc3339
    case .list(let values): values.map(text).joined(separator: ",")
    case .fields(let fields):
      fields.members.map { "\($0.name)=\(text($0.value))" }.joined(separator: ",")
    }
  }
}
