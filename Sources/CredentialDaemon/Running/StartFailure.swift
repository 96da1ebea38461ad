internal import CredentialCore

/// Why the daemon could not start: one sentence or a list of faults, and the exit status that tells
/// systemd whether another try may help.
struct StartFailure: Error, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }

  init(_ refusal: ConfigurationRefusal) {
    self.init(.badConfiguration, "\(refusal)")
  }

  init(_ error: StoreError) {
    switch error.code {
    case .notOurs, .damaged, .rowUnreadable, .newerSchema, .sealingKey:
      self.init(.badStore, error.message)
    case .inUse: self.init(.storeInUse, error.message)
    case .full, .locked, .busy, .inputOutput, .closed: self.init(.failed, error.message)
    }
  }
}
