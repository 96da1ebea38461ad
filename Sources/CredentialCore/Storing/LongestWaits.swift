/// What has waited longest of one provider's users; by it an administrator is told that it is too long.
package struct LongestWaits: Sendable, Equatable {
  /// Since when the longest-standing verdict is kept back; mode `observe` keeps them on purpose and is
  /// left out. Nil when nothing is kept back.
  package var heldSince: Moment?
  /// Since when the longest-suspected user waits for a witness, of each client where some wait and
  /// others could bear witness.
  package var witnessSince: [ClientID: Moment]

  /// Spells out waits; by default none.
  package init(heldSince: Moment? = nil, witnessSince: [ClientID: Moment] = [:]) {
    self.heldSince = heldSince
    self.witnessSince = witnessSince
  }

  /// Notes that a verdict is kept back since then, if at all.
  package mutating func held(since moment: Moment?) {
    heldSince = [heldSince, moment].compactMap { $0 }.min()
  }
}

extension ProviderPolicy {
  /// A verdict that is kept back for longer is told of again: whoever was told on a Friday has seen it
  /// by the Monday. Every user must have been looked at meanwhile, so that the brake could go off.
  package var holdPatience: Duration { max(.seconds(3 * 86_400), interval * 2) }

  /// A suspicion that waits for its witness for longer is told of: in that time the further look was
  /// made and every other user was looked at.
  package var witnessPatience: Duration { interval + confirmAfter + controlWindow }
}
