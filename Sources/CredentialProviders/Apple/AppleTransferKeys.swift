internal import CredentialCore
internal import Crypto

/// The configuration keys of kinds `apple` and `sandbox` for the move of the app to another team.
struct AppleTransferKeys: Sendable {
  let team = Key<String>.optional(
    "transfer_team_id", range: "10 of A-Z and 0-9",
    "The team that receives the app, when the app goes to another one.",
    check: AppleKeys.identifier)
  let keyID = Key<String>.optional(
    "transfer_key_id", range: "10 of A-Z and 0-9",
    "The id of the receiving team's Sign in with Apple key; without one users cannot be imported.",
    check: AppleKeys.identifier)
  let key = SecretKeys(
    "transfer_key", noun: "receiving team's key", "The receiving team's key, its .p8 file.")
  let accepted = Key<Moment>.optional(
    "transfer_accepted", range: "a day, or an instant of RFC 3339",
    """
    When the receiving team accepted the app: from then on its key is used, and for 60 days a token of \
    before that is dead logs nobody out.
    """)

  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    let parts: [[KeyDocumentation]] = [
      [team.documentation, keyID.documentation], key.documentation, [accepted.documentation],
    ]
    return parts.flatMap { $0 }
  }

  /// Reads the keys; nil when no move is configured, or with a fault.
  func read(
    _ section: inout Section, _ context: ProviderContext, from sending: String
  ) -> AppleTransfer? {
    let target = section.readIfPresent(team)
    let id = section.readIfPresent(keyID)
    let given = [key.file, key.credential].contains { section.isGiven($0.name) }
    let signingKey =
      given || id != nil ? AppleSettings.key(&section, key, context) : nil
    let accepted = section.readIfPresent(accepted)
    guard let target else {
      for name in [keyID.name, key.file.name, key.credential.name, self.accepted.name]
      where section.isGiven(name) {
        section.fault(
          name, "is of use only with \(team.name)", at: section.position(of: name))
      }
      return nil
    }
    if target == sending {
      section.fault(
        team.name, "is the same as team_id; it is the team that the app goes to",
        at: section.position(of: team.name))
    }
    if given, id == nil {
      section.fault(keyID.name, "is missing: \(keyID.sentence)", at: section.position)
    }
    return AppleTransfer(team: target, keyID: id, key: signingKey, accepted: accepted)
  }
}

/// The move of an app to another team, as configured.
struct AppleTransfer: Sendable {
  let team: String
  let keyID: String?
  let key: PrivateKey?
  let accepted: Moment?

  var terms: TransferTerms {
    TransferTerms(target: team, accepted: accepted, canImport: key != nil)
  }
}
