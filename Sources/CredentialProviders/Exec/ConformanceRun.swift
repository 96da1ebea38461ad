internal import CredentialCore
internal import Linux

/// One run of the contract against a program.
final class ConformanceRun {
  private let wishes: ExecConformance
  private let terms: ExecTerms
  private var lastID: Int64 = 0
  private var done: [ConformanceCheck] = []

  init(_ wishes: ExecConformance) {
    self.wishes = wishes
    terms = ExecTerms(
      provider: "conformance", command: wishes.command, clients: [wishes.client],
      needsToken: wishes.token != nil)
  }

  /// Every check in its order.
  func checks() -> [ConformanceCheck] {
    check("nobody but root and the daemon's user can change the program") { terms.refusal() }
    do {
      let dialogue = try ExecDialogue(terms)
      if talk(dialogue) { known(dialogue) }
      finish(dialogue)
    } catch {
      done.append(ConformanceCheck(rule: "the program starts", problem: "\(error)"))
    }
    return done
  }

  /// The checks of every program; false when it cannot go on.
  private func talk(_ dialogue: ExecDialogue) -> Bool {
    let names = (0..<terms.batch).map { "credstate-conformance-\($0)" }
    let made = "a made-up user gets one answer, which is not authorized"
    return check("it says hello, version \(ExecMessage.version), within 30 s") {
      () throws(ExecFault) in
      try dialogue.greet()
      return nil
    }
      && check("it says nothing unasked") { () throws(ExecFault) in
        try dialogue.isSilent(for: 200_000_000) ? nil : "it printed a line without being asked"
      }
      && check(made) { () throws(ExecFault) in
        let result = try answers(["credstate-conformance"], dialogue).first
        return result?.word == .authorized ? "it is authorized, so that no end would be seen" : nil
      }
      && check("\(terms.batch) users in one line get one answer each, within 10 s") {
        () throws(ExecFault) in
        _ = try answers(names, dialogue)
        return nil
      }
      && check("user IDs of any text are answered") { () throws(ExecFault) in
        _ = try answers(Self.odd, dialogue)
        return nil
      }
      && check("it goes on answering") { () throws(ExecFault) in
        _ = try answers(["credstate-conformance"], dialogue)
        return nil
      }
  }

  /// The checks about users who are known.
  private func known(_ dialogue: ExecDialogue) {
    if let user = wishes.user {
      check("the user who is well is authorized") { () throws(ExecFault) in
        let word = try answers([user.text], dialogue).first?.word
        return word == .authorized ? nil : "the answer is \(word?.rawValue ?? "none")"
      }
    }
    if let gone = wishes.gone {
      check("the user who is gone is dead, not_linked or not_found") { () throws(ExecFault) in
        let word = try answers([gone.text], dialogue).first?.word
        return word == .dead || word == .notLinked || word == .notFound
          ? nil : "the answer is \(word?.rawValue ?? "none")"
      }
    }
  }

  private func finish(_ dialogue: ExecDialogue) {
    let ending = dialogue.end()
    check("it ends with status 0 within 2 s when its input is closed") {
      switch ending {
      case .exited(0)?: nil
      case nil: "it had to be killed"
      case let ending?: ExecProcess.words(ending)
      }
    }
  }

  /// The answers to one line of looks; a missing one is a fault.
  private func answers(_ subjects: [String], _ dialogue: ExecDialogue) throws(ExecFault)
    -> [ExecResult]
  {
    let looks = subjects.map { text in
      Look(
        credential: CredentialID(
          provider: ProviderName(validText: terms.provider),
          subject: Subject(validBytes: Array(text.utf8))),
        client: wishes.client, epoch: Epoch(1), token: wishes.token ?? Secret([]),
        purpose: .manual, claimed: Moment(milliseconds: 0))
    }
    let results = try dialogue.ask(looks, from: lastID + 1)
    lastID += Int64(looks.count)
    guard results.count == looks.count else {
      throw ExecFault("\(looks.count - results.count) of \(looks.count) looks were not answered")
    }
    return results
  }

  @discardableResult
  private func check(_ rule: String, _ body: () throws(ExecFault) -> String?) -> Bool {
    let problem: String?
    do throws(ExecFault) { problem = try body() } catch { problem = error.description }
    done.append(ConformanceCheck(rule: rule, problem: problem))
    return problem == nil
  }

  private static let odd = [
    "with \"quotes\" and \\backslashes\\", "김철수", "e\u{301}", "$(id) `id` ; | & < > * ?",
    "9007199254740993", "0012", " ", "-n", String(repeating: "x", count: 255),
  ]
}
