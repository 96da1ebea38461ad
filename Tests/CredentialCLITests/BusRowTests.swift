import CredentialCLI
import CredentialCore
import Support
import Systemd
import Testing

@Suite("Rows of the bus")
struct BusRowTests {
  @Test("the members that Core calls times are those that are read as times")
  func instants() throws {
    let text = try ProjectText.read("systemd/org.credstate.Monitor1.xml")
    // In the API's prose an instant is declared as such on the line of its name.
    for name in BusRow.instants {
      #expect(text.contains("\(name)"), "\(name) is not in the API")
    }
    let now = Moment(milliseconds: Rows.instant)
    let id = CredentialID(provider: try ProviderName("apple"), subject: try Subject("1"))
    var credential = Credential(id: id, account: nil, labels: [], since: now)
    credential.lastConfirmed = now
    credential.lastLook = now
    (credential.signedIn, credential.lastPush) = (now, now)
    credential.heldPush = HeldPush(
      .consentWithdrawn, at: now, evidence: Evidence(""), hold: Hold(.pause, since: now))
    var grant = Grant(client: try ClientID("c"), epoch: Epoch(1), given: now)
    grant.confirmed = now
    grant.suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: now, confirmableFrom: now,
      evidence: Evidence("400 invalid_grant"))
    grant.suspicion?.hold = Hold(.brake, since: now)
    credential.grants = [grant]
    for (name, isTime) in members(.fields(credential.fields)) {
      #expect(BusRow.instants.contains(name) == isTime, "\(name)")
    }
  }

  @Test("so are those of an explanation")
  func explanation() throws {
    let now = Moment(milliseconds: Rows.instant)
    let id = CredentialID(provider: try ProviderName("apple"), subject: try Subject("1"))
    var credential = Credential(id: id, account: nil, labels: [], since: now)
    credential.grants = [Grant(client: try ClientID("c"), epoch: Epoch(1))]
    var history = CredentialHistory(credential)
    (history.nextLook, history.budget) = (now, LookBudget(scheduled: now, extra: now))
    var entry = HistoryEntry(.look, at: now)
    entry.ground = Ground(.tooEarly, since: now, until: now)
    entry.looks = 2
    history.entries = [entry]
    let policy = ProviderPolicy(
      deadToken: .revoke, mode: .enforce, interval: .seconds(60), confirmAfter: .seconds(60),
      evidenceDay: .seconds(60), budgetPeriod: .seconds(60), looksPerSecond: 1, inFlight: 1,
      looksAfterRevocation: [])
    let told = Explanation(
      history, policy: policy, among: ClientBook(), conditions: [], now: now)
    let values = told.rows.map(Value.fields) + [.fields(told.facts)]
    let times = values.flatMap(members)
    for (name, isTime) in times { #expect(BusRow.instants.contains(name) == isTime, "\(name)") }
    #expect(times.count { $0.1 } == 7)
  }

  @Test("members keep their order; a name that comes twice counts once; a{ss} is taken too")
  func fields() throws {
    let row = try BusRow.fields(
      .fields([
        BusField("b", .uint64(1)), BusField("a", .bool(true)), BusField("b", .uint64(2)),
        BusField("labels", .array(of: "{ss}", [.entry(.string("k"), .string("v"))])),
        BusField("at", .int64(Rows.instant)), BusField("odd", .double(1.5)),
      ]))
    #expect(
      Value.fields(row).json
        == #"{"b":1,"a":true,"labels":{"k":"v"},"at":"2026-11-30T04:05:06.789Z"}"#)
  }

  @Test("an answer of another form is no row")
  func unreadable() {
    #expect(throws: BusRow.unreadable) { try BusRow.fields(.string("x")) }
    #expect(throws: BusRow.unreadable) { try BusRow.rows(.bool(true)) }
  }

  private func members(_ value: Value) -> [(String, Bool)] {
    switch value {
    case .fields(let fields):
      fields.members.flatMap { member -> [(String, Bool)] in
        if case .time = member.value { return [(member.name, true)] }
        return [(member.name, false)] + members(member.value)
      }
    case .list(let values): values.flatMap(members)
    default: []
    }
  }
}
