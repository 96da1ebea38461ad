internal import CredentialCore

/// Which provider of a configuration asks a service about which client.
///
/// No client has two owners: each would spend the looks its users have in a day, and each would tell
/// their revocation.
struct ClientOwners {
  /// A client as one service knows it.
  private struct Client: Hashable {
    let service: String
    let id: ClientID
  }

  private var owners: [Client: (name: ProviderName, position: SourcePosition?)] = [:]

  /// Notes the clients of a provider; those that another one has are faults of `section`.
  mutating func claim(_ provider: ProviderMaker, _ name: ProviderName, _ section: Section) {
    let position = section.position(of: "clients")
    for id in provider.clients {
      let client = Client(service: provider.service, id: id)
      guard let owner = owners[client] else {
        owners[client] = (name, position)
        continue
      }
      guard owner.name != name else { continue }
      let place = owner.position.map { " (\($0))" } ?? ""
      section.fault(
        "clients",
        "names \(id), which provider.\(owner.name)\(place) asks the same service about; "
          + "take it out of one of them", at: position)
    }
  }
}
