package import CredentialCore

extension SQLiteStore {
  /// Begins to keep redacted answers about a user.
  package func startRecording(_ id: CredentialID, now: Moment) async throws -> RecordingStart {
    try await write(.control, now: now) {
      try RecordingTable(connection: $0.connection).start(id, now: now)
    }
  }

  /// Ends that and destroys what was kept.
  package func stopRecording(_ id: CredentialID, now: Moment) async throws -> Bool {
    try await write(.control, now: now) { try RecordingTable(connection: $0.connection).stop(id) }
  }

  /// Keeps answers about users who are recorded.
  package func keep(_ answers: [RecordedAnswer], now: Moment) async throws {
    try await write(.looks, now: now) { context in
      for answer in answers { try RecordingTable(connection: context.connection).keep(answer) }
    }
  }

  /// What is kept of a provider's answers.
  package func recordings(of provider: ProviderName) async throws -> [Recording] {
    try await read { try RecordingTable(connection: $0).read(provider) }
  }
}
