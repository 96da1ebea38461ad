extension Judgement {
  /// Whether enough others can bear witness in the case of a grant.
  func hasWitnesses(for grant: Grant) -> Bool { book.standings.hasWitnesses(for: grant) }

  /// A success of another user, sent after the newest negative answer, bears witness for it; one that
  /// comes too late ends it.
  func hear(_ control: Control, _ credential: Credential, _ suspicion: Suspicion) -> Decision? {
    guard var newest = suspicion.proofs.last else {
      return plan(Decision(unchanged: credential)).on(Ground(.clockStepped))
    }
    guard control.asked > newest.answered else { return nil }
    let before = suspicion
    var suspicion = suspicion
    suspicion.proofs.removeLast()
    if !newest.hasLapsed(policy, at: control.asked) {
      newest.control = control.answered
      suspicion.proofs.append(newest)
    }
    var heard = credential
    heard.grants[index].suspicion = suspicion
    return settle(heard, suspicion).on(suspicion.groundOfWitness(before: before))
  }

  /// Turns the state when the proofs suffice and no other grant speaks for the user.
  func settle(_ credential: Credential, _ suspicion: Suspicion) -> Decision {
    let witnesses = hasWitnesses(for: credential.grants[index])
    guard suspicion.isProven(policy: policy, withWitnesses: witnesses) else {
      return plan(Decision(unchanged: credential))
    }
    let proven = Judgement(
      decider: decider, policy: policy, book: book, index: index,
      evidence: witnesses ? evidence : evidence.withoutControl, now: now)
    return proven.pronounce(credential, suspicion)
  }
}

extension Evidence {
  /// The same, saying that nobody could bear witness for it.
  fileprivate var withoutControl: Evidence { Evidence("\(summary.prefix(180)); control: none") }
}
