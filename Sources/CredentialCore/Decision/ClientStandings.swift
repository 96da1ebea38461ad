/// The standing of each client. There are few: comparing their names is quicker than hashing one, and
/// every look asks several times.
package struct ClientStandings: Sendable, Equatable, Sequence {
  private var rows: [Row] = []

  /// One client's.
  private struct Row: Sendable, Equatable {
    let client: ClientID
    var standing: ClientStanding
  }

  /// Takes over what is stored.
  init(_ standings: [ClientID: ClientStanding]) {
    // In one order, so that equal ones compare as equal.
    rows = standings.sorted { $0.key < $1.key }.map { Row(client: $0.key, standing: $0.value) }
  }

  /// The clients.
  package var keys: [ClientID] { rows.map(\.client) }

  /// Their standings.
  package var values: [ClientStanding] { rows.map(\.standing) }

  /// The standing of a client; nil for one without grants ever.
  package subscript(client: ClientID) -> ClientStanding? { index(client).map { rows[$0].standing } }

  /// Goes through all.
  package func makeIterator() -> AnyIterator<(ClientID, ClientStanding)> {
    var rest = rows[...]
    return AnyIterator { rest.popFirst().map { ($0.client, $0.standing) } }
  }

  func brake(of client: ClientID) -> Brake? { index(client).flatMap { rows[$0].standing.brake } }

  func awaiting(of client: ClientID) -> Int {
    index(client).map { rows[$0].standing.awaiting } ?? 0
  }

  func lacksWitness(in client: ClientID) -> Bool {
    index(client).map { rows[$0].standing.lacksWitness } ?? false
  }

  var stale: Int {
    var sum = 0
    for index in rows.indices { sum += rows[index].standing.stale }
    return sum
  }

  /// Whether enough others can bear witness in the case of `grant`.
  func hasWitnesses(for grant: Grant) -> Bool {
    index(grant.client).map { rows[$0].standing.hasWitnesses(for: grant) } ?? false
  }

  /// Changes the standing of a client in its place.
  mutating func change(_ client: ClientID, _ body: (inout ClientStanding) -> Void) {
    if let index = index(client) { return body(&rows[index].standing) }
    var standing = ClientStanding()
    body(&standing)
    let place = rows.firstIndex { client < $0.client } ?? rows.count
    rows.insert(Row(client: client, standing: standing), at: place)
  }

  private func index(_ client: ClientID) -> Int? {
    for index in rows.indices where rows[index].client == client { return index }
    return nil
  }
}
