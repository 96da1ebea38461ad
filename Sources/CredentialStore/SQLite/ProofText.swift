internal import CredentialCore

/// The proofs of a suspicion in one column: `1700000000000+1700000060000 1700072000000`, the time of
/// each answer in milliseconds and, once there is one, that of its control.
enum ProofText {
  static func text(of proofs: [Proof]) -> String {
    proofs.map { proof in
      "\(proof.answered.milliseconds)" + (proof.control.map { "+\($0.milliseconds)" } ?? "")
    }.joined(separator: " ")
  }

  /// Nil when the text is none that `text` makes.
  static func proofs(in text: String) -> [Proof]? {
    var proofs: [Proof] = []
    for part in text.split(separator: " ") {
      let times = part.split(separator: "+", omittingEmptySubsequences: false)
      let moments = times.compactMap { Int64($0).map { Moment(milliseconds: $0) } }
      guard moments.count == times.count, (1...2).contains(times.count) else { return nil }
      proofs.append(Proof(answered: moments[0], control: moments.count == 2 ? moments[1] : nil))
    }
    return proofs
  }
}
