/// What all grants of one client of a provider amount to; the store keeps it with them.
package struct ClientStanding: Sendable, Equatable {
  /// With fewer other members than this nobody can bear witness; more looks must agree instead.
  package static let fewestWitnesses = 3

  /// Grants that were seen alive here and are not proven dead.
  package var members: Int
  /// Grants whose newest negative answer waits for its control.
  package var awaiting: Int
  /// Members against which something is held and not decided.
  package var suspected: Int
  /// Users whose newest token is of this client and whom nobody has confirmed for long.
  package var stale: Int
  /// What its looks said lately.
  package var tally: Tally
  /// Set while too many of its users at once would turn.
  package var brake: Brake?
  /// When what kept verdicts back ended last; those turn only by a look sent after it.
  package var freed: Moment?

  /// Spells out a standing.
  package init(
    members: Int = 0, awaiting: Int = 0, suspected: Int = 0, stale: Int = 0,
    tally: Tally = Tally(), brake: Brake? = nil, freed: Moment? = nil
  ) {
    self.members = members
    self.awaiting = awaiting
    self.suspected = suspected
    self.stale = stale
    self.tally = tally
    self.brake = brake
    self.freed = freed
  }

  /// Whether enough others can bear witness in the case of `grant`, which is of this client.
  package func hasWitnesses(for grant: Grant) -> Bool {
    members - (grant.isMember ? 1 : 0) >= Self.fewestWitnesses
  }

  /// Whether each of its members has enough others.
  package var hasWitnesses: Bool { members > Self.fewestWitnesses }

  /// Whether a suspected user waits for a witness that may come.
  package var lacksWitness: Bool { awaiting > 0 && hasWitnesses }
}

/// The standing of every client of one provider, and its canaries.
package struct ClientBook: Sendable, Equatable {
  /// The standings; a client without one has no grants.
  package private(set) var standings: ClientStandings
  /// The canaries that were ever looked at.
  package var canaries: [Subject: Canary]
  /// Since when most canaries fail and all verdicts are kept back.
  package var frozenSince: Moment?
  /// When the wall clock was last found stepped: of what was seen before, nobody knows how long ago.
  package var clockStepped: Moment?
  /// What the provider's pushes amount to.
  package var pushes: PushStanding

  /// Takes over what is stored.
  package init(
    _ standings: [ClientID: ClientStanding] = [:], canaries: [Subject: Canary] = [:],
    frozenSince: Moment? = nil, clockStepped: Moment? = nil, pushes: PushStanding = PushStanding()
  ) {
    self.standings = ClientStandings(standings)
    self.canaries = canaries
    self.frozenSince = frozenSince
    self.clockStepped = clockStepped
    self.pushes = pushes
  }

  /// The standing of a client.
  package subscript(client: ClientID) -> ClientStanding { standings[client] ?? ClientStanding() }

  /// The brake of a client.
  package func brake(of client: ClientID) -> Brake? { standings.brake(of: client) }

  /// Whether suspected users of a client wait for a witness that may come.
  package func lacksWitness(in client: ClientID) -> Bool { standings.lacksWitness(in: client) }

  /// How many grants of a client wait for their control.
  package func awaiting(of client: ClientID) -> Int { standings.awaiting(of: client) }

  /// Users whom nobody has confirmed for long.
  package var stale: Int { standings.stale }

  /// Counts what a change of one user makes of it; nil: there is none.
  package mutating func count(_ credential: Credential?, before: Credential?) {
    if credential == nil, let before { canaries[before.id.subject] = nil }
    count(
      credential.map { CountedUser($0.grants, isStale: $0.staleSince != nil) } ?? .nobody,
      before: before.map { CountedUser($0.grants, isStale: $0.staleSince != nil) } ?? .nobody)
  }

  /// The same of what matters of the user.
  package mutating func count(_ user: CountedUser, before: CountedUser) {
    guard user != before else { return }
    let (grants, old) = (user.grants, before.grants)
    if grants != old {
      for grant in old { add(grant, -1) }
      for grant in grants { add(grant, 1) }
      clear(old.filter { grant in !grants.contains { $0.epoch == grant.epoch && !$0.isDead } })
    }
    let (stale, staleBefore) = (user.staleClient, before.staleClient)
    guard stale != staleBefore else { return }
    if let staleBefore { change(staleBefore) { $0.stale -= 1 } }
    if let stale { change(stale) { $0.stale += 1 } }
  }

  /// Takes the brake off every client, and off the pushes.
  package mutating func releaseBrakes(at now: Moment) {
    pushes.release()
    for client in standings.keys { change(client) { $0.release(at: now) } }
  }

  /// Changes the standing of one client.
  mutating func change(_ client: ClientID, _ body: (inout ClientStanding) -> Void) {
    standings.change(client, body)
  }

  /// Suspected users whose token is gone, or dead by an administrator's word, are looked at no more:
  /// the brake must not wait for them.
  private mutating func clear(_ gone: [CountedUser.Share]) {
    for grant in gone where grant.signs.contains(.member) && grant.hasSuspicion {
      change(grant.client) { $0.brake?.cleared += 1 }
    }
  }

  private mutating func add(_ grant: CountedUser.Share, _ share: Int) {
    let signs = grant.signs
    guard !signs.isEmpty else { return }
    change(grant.client) { standing in
      if signs.contains(.member) { standing.members += share }
      if signs.contains(.awaitsControl) { standing.awaiting += share }
      if signs.contains(.suspected) { standing.suspected += share }
    }
  }
}
