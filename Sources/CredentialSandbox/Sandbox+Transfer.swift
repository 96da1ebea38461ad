internal import Linux

extension Sandbox {
  /// The names of a user in a transfer to another team.
  package struct TransferNames: Sendable, Equatable {
    /// `transfer_sub`.
    package let bridge: String
    /// `sub` at the receiving team.
    package let new: String
  }

  /// Lets the receiving team have the app, `daysAgo` days ago: secrets of both teams are good for
  /// 60 days, and who signs in has the new name and the bridge. With `endsTokens` the refresh
  /// tokens of before are dead.
  package func acceptTransfer(daysAgo: Int = 0, endsTokens: Bool = false) throws(SandboxError) {
    guard settings.kind == .apple else {
      throw SandboxError(.usage, "only the kind apple has transfers")
    }
    let now = clock() / 1_000
    state.withLock { state in
      var transfer = state.registry.transfer ?? TeamTransfer(to: settings.receivingTeam)
      transfer.accepted = now - Int64(daysAgo) * 86_400
      transfer.endsTokens = endsTokens
      state.registry.transfer = transfer
    }
  }

  /// The names that a user has, or would have, in a transfer.
  package func transferNames(_ subject: String) -> TransferNames {
    let transfer = TeamTransfer(to: settings.receivingTeam)
    return TransferNames(
      bridge: transfer.bridge(of: subject), new: transfer.newName(of: subject))
  }
}
