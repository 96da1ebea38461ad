package import CredentialCore

extension MemoryStore {
  /// Begins to keep redacted answers about a user.
  package func startRecording(_ id: CredentialID, now: Moment) async throws -> RecordingStart {
    try step { state in
      guard state.entries[id] != nil else { return .notFound }
      if let recording = state.recordings[id] { return .recording(since: recording.since) }
      let count = state.recordings.keys.count { $0.provider == id.provider }
      guard count < Recording.mostUsers else { return .tooMany }
      state.recordings[id] = Recording(credential: id, since: now)
      return .recording(since: now)
    }
  }

  /// Ends that and destroys what was kept.
  package func stopRecording(_ id: CredentialID, now: Moment) async throws -> Bool {
    try step { $0.recordings.removeValue(forKey: id) != nil }
  }

  /// Keeps answers about users who are recorded.
  package func keep(_ answers: [RecordedAnswer], now: Moment) async throws {
    try step { state in
      for answer in answers {
        guard var recording = state.recordings[answer.credential],
          !recording.answers.contains(where: { $0.at == answer.at })
        else { continue }
        recording.answers.append(answer)
        recording.answers.sort { $0.at < $1.at }
        recording.answers.removeFirst(max(0, recording.answers.count - Recording.mostAnswers))
        state.recordings[answer.credential] = recording
      }
    }
  }

  /// What is kept of a provider's answers.
  package func recordings(of provider: ProviderName) async throws -> [Recording] {
    try step { state in
      state.recordings.values.filter { $0.credential.provider == provider }
        .sorted { ($0.since, $0.credential.subject) < ($1.since, $1.credential.subject) }
    }
  }
}
