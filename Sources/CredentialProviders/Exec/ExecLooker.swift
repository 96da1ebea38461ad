internal import CredentialCore
internal import Linux

/// Makes looks by asking a long-running program; every look is reported exactly once.
///
/// The program is started by the first look and runs until the looker is closed. One line of looks is
/// answered before the next is written, so that a program that never answers costs its own slot.
final class ExecLooker: Looker {
  private let terms: ExecTerms
  private let context: ProviderContext
  private let mailbox = ExecMailbox()

  init(terms: ExecTerms, context: ProviderContext) {
    self.terms = terms
    self.context = context
  }

  func start(
    _ looks: [Look], now: Moment, report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    let foreign = looks.filter { !terms.clients.contains($0.client) }
    if !foreign.isEmpty {
      report(
        foreign.map { look in
          let text = "the client id \(look.client) is not configured; nothing was asked"
          return LookEngine.result(look, Finding(.clientNotConfigured, text), sent: false, now)
        })
    }
    let askable = looks.filter { terms.clients.contains($0.client) }
    guard !askable.isEmpty else { return }
    let batch = ExecMailbox.Batch(looks: askable, report: report)
    let accepted = mailbox.post(batch) { [terms, context, mailbox] in
      NamedThread(name: "program") { ExecLoop(terms, context, mailbox).run() }.detach()
    }
    guard !accepted else { return }
    let finding = Finding(.transient(retryAfter: nil), "the program was closed; nothing was asked")
    report(askable.map { LookEngine.result($0, finding, sent: false, now) })
  }

  func turn() async { await mailbox.turn() }

  func close() { mailbox.close() }

  func ended() async { await mailbox.ended() }
}
