/// What of one user is counted among those of the clients, taken before a change to be compared after it.
///
/// It holds no grant, so that a look can change these in their place; and as nearly every look changes
/// nothing of this, the two are compared by a few numbers.
package struct CountedUser: Sendable, Equatable {
  /// Nobody: before a user is new, and after one was forgotten.
  package static let nobody = CountedUser([], isStale: false)

  /// As what one grant counts.
  struct Signs: OptionSet, Sendable {
    static let member = Self(rawValue: 1)
    static let awaitsControl = Self(rawValue: 2)
    static let suspected = Self(rawValue: 4)

    let rawValue: UInt8
  }

  /// One grant's.
  struct Share: Sendable, Equatable {
    let client: ClientID
    let epoch: Epoch
    let signs: Signs
    let hasSuspicion: Bool
    let isDead: Bool

    /// Takes those of one of the grants. By index: a grant is much to copy.
    init(_ grants: [Grant], at index: Int) {
      (client, epoch) = (grants[index].client, grants[index].epoch)
      isDead = grants[index].status == .dead
      hasSuspicion = grants[index].suspicion != nil
      var signs: Signs = grants[index].isMember ? .member : []
      if hasSuspicion, grants[index].awaitsControl { signs.insert(.awaitsControl) }
      if hasSuspicion, grants[index].isSuspected { signs.insert(.suspected) }
      self.signs = signs
    }

    /// Whether it is counted as the other one is; the client of an epoch is always the same.
    static func == (left: Self, right: Self) -> Bool {
      left.epoch == right.epoch && left.signs == right.signs
    }
  }

  /// Nearly every user has one grant: it needs no list.
  private let first: Share?
  private let others: [Share]
  private let isStale: Bool

  /// Takes what is counted of a user with these grants.
  package init(_ grants: [Grant], isStale: Bool) {
    first = grants.isEmpty ? nil : Share(grants, at: 0)
    others = grants.count > 1 ? grants.indices.dropFirst().map { Share(grants, at: $0) } : []
    self.isStale = isStale
  }

  /// The shares of all grants.
  var grants: [Share] { (first.map { [$0] } ?? []) + others }

  /// The client that a user whom nobody has confirmed for long is counted with: that of the newest token.
  var staleClient: ClientID? {
    isStale ? grants.max { $0.epoch < $1.epoch }?.client : nil
  }
}
