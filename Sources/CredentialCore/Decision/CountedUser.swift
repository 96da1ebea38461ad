/// What of one user is counted among those of the clients, taken before a change to be compared after it.
///
/// It holds no grant, so that a look can change these in their place.
package struct CountedUser: Sendable, Equatable {
  /// One grant's.
  struct Share: Sendable, Equatable {
    let client: ClientID
    let epoch: Epoch
    let isMember: Bool
    let awaitsControl: Bool
    let isSuspected: Bool
    let hasSuspicion: Bool
    let isDead: Bool

    init(_ grant: Grant) {
      (client, epoch, isDead) = (grant.client, grant.epoch, grant.status == .dead)
      isMember = grant.isMember
      hasSuspicion = grant.suspicion != nil
      (awaitsControl, isSuspected) = (grant.awaitsControl, grant.isSuspected)
    }

    /// Whether it is counted as the other one is.
    static func == (left: Self, right: Self) -> Bool {
      left.epoch == right.epoch && left.isMember == right.isMember
        && left.awaitsControl == right.awaitsControl && left.isSuspected == right.isSuspected
    }
  }

  /// Nearly every user has one grant: it needs no list.
  private let first: Share?
  private let others: [Share]
  /// The client that a user whom nobody has confirmed for long is counted with: that of the newest token.
  let staleClient: ClientID?

  /// Takes what is counted of a user with these grants.
  package init(_ grants: [Grant], isStale: Bool) {
    first = grants.first.map { Share($0) }
    others = grants.count > 1 ? grants.dropFirst().map { Share($0) } : []
    staleClient = isStale ? grants.max { $0.epoch < $1.epoch }?.client : nil
  }

  /// The shares of all grants.
  var grants: [Share] { (first.map { [$0] } ?? []) + others }
}
