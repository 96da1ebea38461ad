internal import CredentialCore
internal import Linux

/// Starts the program a second time, says hello and ends it: no user is asked about.
struct ExecProbe: Prober {
  let terms: ExecTerms

  func probe() async -> ProbeReport {
    let finding = await NamedThread.returning(name: "program") { [terms] in Self.finding(terms) }
    return ProbeReport(
      address: terms.command[0], proxy: nil, clock: nil, clients: terms.clients.count,
      outcomes: [finding])
  }

  private static func finding(_ terms: ExecTerms) -> ProbeFinding {
    if let refusal = terms.refusal() { return ProbeFinding(.programFailed, refusal) }
    do {
      let dialogue = try ExecDialogue(terms)
      defer { _ = dialogue.end() }
      try dialogue.greet()
      return ProbeFinding(
        .accepted, "the program speaks version \(ExecMessage.version) of the protocol")
    } catch {
      return ProbeFinding(.programFailed, "\(error)")
    }
  }
}
