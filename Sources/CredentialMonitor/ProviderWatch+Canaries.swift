internal import CredentialCore

extension ProviderWatch {
  /// Tells which canaries are not enrolled, which fail, and whether that freezes the verdicts.
  func tellCanaries() async throws {
    let canaries = decider.policies[provider.name]?.canaries ?? []
    let book = try await store.clients(of: provider.name)
    let failing = book.failing(of: canaries)
    await tell(.canaryFailing, of: canaries, failing)
    await tell(.canaryMissing, of: canaries, try await missing(canaries))
    await tell(.verdictsFrozen, of: canaries, book.mostFail(of: canaries) ? failing : [])
  }

  private func missing(_ canaries: [Subject]) async throws -> [Subject] {
    var missing: [Subject] = []
    for subject in canaries {
      let id = CredentialID(provider: provider.name, subject: subject)
      if try await store.credential(id) == nil { missing.append(subject) }
    }
    return missing
  }

  private func tell(_ kind: ConditionKind, of canaries: [Subject], _ concerned: [Subject]) async {
    guard let first = concerned.first else {
      return await board.end(kind, subject: provider.name.text, isGone: canaries.isEmpty)
    }
    await board.begin(
      kind, subject: provider.name.text,
      detail: "\(concerned.count) of \(canaries.count), one is \(first)")
  }
}

extension MonitorService {
  /// Looks again at the canaries of a provider after one of its users came or went.
  func noteEnrolment(of id: CredentialID) async throws {
    let provider = setup.providers.first { $0.name == id.provider }
    guard provider?.policy.canaries.contains(id.subject) ?? false else { return }
    try await translating { try await watches[id.provider]?.tellCanaries() }
  }
}
