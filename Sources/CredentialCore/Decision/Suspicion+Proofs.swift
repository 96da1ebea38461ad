extension Suspicion {
  /// No more proofs than these are ever needed.
  static let mostProofs = 3

  /// Adds a look's negative answer, when it counts yet.
  ///
  /// With witnesses the order is: a negative answer, a success sent after it, a second look sent
  /// after that success. So an outage that all users share, however long, can hold one of the two
  /// looks only.
  mutating func add(_ observation: Observation, policy: ProviderPolicy, withWitnesses: Bool) {
    let asked = observation.asked
    guard asked >= confirmableFrom else { return }
    // What was answered after this look was sent has its time from a clock that was wrong.
    proofs.removeAll { $0.answered > asked || (withWitnesses && $0.hasLapsed(policy, at: asked)) }
    if withWitnesses, let newest = proofs.last {
      guard let control = newest.control, control <= asked else { return }
    }
    proofs.append(Proof(answered: observation.answered))
    if proofs.count > Self.mostProofs { proofs.removeFirst() }
    confirmableFrom = observation.answered + policy.proofSpacing(withWitnesses: withWitnesses)
    evidence = observation.evidence
  }

  /// Whether the proofs suffice for a verdict: two with a witness each, or, where there can be no
  /// witnesses, three on three days.
  func isProven(policy: ProviderPolicy, withWitnesses: Bool) -> Bool {
    if withWitnesses { return proofs.count { $0.control != nil } >= 2 }
    let days = zip(proofs, proofs.dropFirst()).filter { earlier, later in
      later.answered >= earlier.answered + policy.evidenceDay
    }
    return days.count >= 2
  }
}

extension Proof {
  /// Whether the time in which a witness counts is over without one.
  func hasLapsed(_ policy: ProviderPolicy, at time: Moment) -> Bool {
    control == nil && time > answered + policy.controlWindow
  }
}

extension ProviderPolicy {
  /// How long after a negative answer a success still bears witness for it: in one interval all others
  /// are looked at.
  var controlWindow: Duration { max(interval, confirmAfter) }

  /// The least time from one proof to the look for the next.
  func proofSpacing(withWitnesses: Bool) -> Duration {
    withWitnesses ? confirmAfter : max(confirmAfter, evidenceDay)
  }
}
