internal import CredentialCore

/// One `[provider.NAME]` section of kind `exec`, read and checked.
struct ExecSettings: Sendable {
  /// The kind as the configuration sees it.
  static var kind: ProviderKind {
    let keys = ExecKeys()
    return ProviderKind(
      name: "exec", keys: keys.documentation, policy: { keys.policy.read(&$0, $1) }
    ) { section, context in
      let settings = ExecSettings(&section, keys, context)
      return ProviderMaker(
        service: settings.terms.command.joined(separator: " "), clients: settings.terms.clients
      ) { settings.provider() }
    }
  }

  let context: ProviderContext
  let terms: ExecTerms
  let policy: ProviderPolicy

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: ExecKeys, _ context: ProviderContext) {
    self.context = context
    let command = section.read(keys.command, placeholder: [])
    let clients = section.read(keys.clients, placeholder: []).compactMap { try? ClientID($0) }
    var terms = ExecTerms(provider: context.name.text, command: command, clients: clients)
    terms.needsToken = section.read(keys.needsToken)
    terms.batch = section.read(keys.batch)
    let limit = section.read(keys.answerTimeout).wholeMilliseconds
    terms.answerLimit = UInt64(limit) * 1_000_000
    var policy = keys.policy.read(&section, context)
    policy.gather = section.read(keys.gather)
    (self.terms, self.policy) = (terms, policy)
    guard !command.isEmpty, let refusal = terms.refusal() else { return }
    section.fault(
      keys.command.name, "is not run: \(refusal)", at: section.position(of: keys.command.name))
  }

  /// The provider these settings describe.
  func provider() -> Provider {
    Provider(
      name: context.name, kind: Self.kind.name, clients: terms.clients, policy: policy,
      looker: ExecLooker(terms: terms, context: context),
      enrolment: EnrolmentRules(needsToken: terms.needsToken),
      prober: ExecProbe(terms: terms),
      profile: ExecWord.allCases.map { word in
        let answer = word.answer(retryAfter: nil)
        return ProfileRow(
          status: "-", body: nil, error: word.rawValue, answer: answer.word,
          strength: answer.strength, why: word.why, place: nil)
      })
  }
}
