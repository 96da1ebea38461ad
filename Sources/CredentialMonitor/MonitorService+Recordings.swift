package import CredentialCore

extension MonitorService {
  /// Keeps each look's redacted answer about a test user from now on; since when.
  package func startRecording(_ id: CredentialID) async throws -> Moment {
    _ = try configured(id.provider)
    switch try await translating({ try await store.startRecording(id, now: time.now()) }) {
    case .recording(let since):
      try await tellRecorded(id.provider)
      return since
    case .notFound: throw Self.unknown(id)
    case .tooMany:
      throw OperationError(
        .refused, "\(Recording.mostUsers) users of \(id.provider) are recorded; end one with --stop"
      )
    }
  }

  /// Ends that and destroys what was kept.
  package func stopRecording(_ id: CredentialID) async throws {
    guard try await translating({ try await store.stopRecording(id, now: time.now()) }) else {
      throw OperationError(.notFound, "nothing is recorded of \(id.subject) at \(id.provider)")
    }
    try await tellRecorded(id.provider)
  }

  /// What is kept of a provider's answers, one row a user.
  package func recordings(of name: ProviderName) async throws -> [Fields] {
    let kept = try await translating { try await store.recordings(of: name) }
    if kept.isEmpty { _ = try configured(name) }
    return kept.map(\.fields)
  }

  private func tellRecorded(_ name: ProviderName) async throws {
    let recordings = try await translating { try await store.recordings(of: name) }
    await setRecorded(name, Set(recordings.map(\.credential.subject)))
  }
}
