internal import CredentialCore

/// Writes committed decisions to the journal: one line per fact.
struct EventLog: Sendable {
  private let journal: any Journal

  init(journal: any Journal) { self.journal = journal }

  /// Records the events of one decision and what else the log is to be told.
  func record(_ committed: Committed) {
    for event in committed.events { journal.record(Notice(kind(of: event), event.fields)) }
    for notice in committed.notices { journal.record(notice) }
  }

  private func kind(of event: Event) -> NoticeKind {
    switch event.body.kind {
    case .grantLost: .grantLost
    case .rotationLost: .rotationLost
    case .credentialStale: .credentialStale
    case .sessionEnd, .reauthNeeded, .emailDisabled, .emailEnabled: .signalled
    case .stateChanged:
      // A first confirmation is what everybody expects; a healthy hour writes nothing.
      event.body.oldState == .unknown && event.body.newState == .authorized
        ? .confirmed : .stateChanged
    }
  }
}
