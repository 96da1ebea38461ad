internal import CredentialCore

extension ProviderWatch {
  /// Sets whose answers are kept.
  func setRecorded(_ subjects: Set<Subject>) { recorded = subjects }

  /// Learns from the store whose answers are kept, as after a start.
  func learnRecorded() async throws {
    let recordings = try await store.recordings(of: provider.name)
    recorded = Set(recordings.map(\.credential.subject))
  }

  /// The looks, with those marked whose answers are kept or whose access tokens somebody waits for; where
  /// there is neither this costs nothing.
  func marked(_ looks: [Look]) -> [Look] {
    guard !recorded.isEmpty || access.isAwaited else { return looks }
    return looks.map { look in
      var look = look
      look.isRecorded = recorded.contains(look.credential.subject)
      look.isForAccess = access.isAwaited(look.credential)
      return look
    }
  }

  /// Keeps what is to be kept of answers, before they are judged: a crash then loses none that counted.
  /// A store that refuses says so at the commit, and the verdict does not wait for this.
  func keepRecords(of results: [LookResult]) async {
    let records = results.compactMap(\.record)
    guard !records.isEmpty else { return }
    try? await store.keep(records, now: time.now())
  }
}
