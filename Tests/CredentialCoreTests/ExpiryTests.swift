import CredentialCore
import Testing

@Suite("When secrets end")
struct ExpiryTests {
  private static let end = Moment(milliseconds: 1_800_000_000_000)
  private static let day: Duration = .seconds(86_400)

  private func plan(_ expiries: [Expiry], notice: Duration = ExpiryPlan.usualNotice) -> ExpiryPlan {
    var plan = ExpiryPlan()
    plan.expiries = expiries
    plan.notice = notice
    return plan
  }

  @Test("nothing that ends: nothing holds, and nothing is waited for")
  func nothing() {
    let standing = ExpiryPlan().standing(at: Self.end)
    #expect(standing.holds == nil)
    #expect(standing.next == nil)
  }

  @Test("more than thirty days before its end nothing is told, and that day is waited for")
  func early() {
    let plan = plan([Expiry("the key", at: Self.end)])
    let standing = plan.standing(at: Self.end - Self.day * 31)
    #expect(standing.holds == nil)
    #expect(standing.next == Self.end - Self.day * 30)
  }

  @Test("from thirty days before to its end it is about to end, since that day")
  func expiring() {
    let plan = plan([Expiry("the key", at: Self.end)])
    for now in [Self.end - Self.day * 30, Self.end.later(milliseconds: -1)] {
      let standing = plan.standing(at: now)
      #expect(standing.holds == .clientSecretExpiring)
      #expect(standing.since == Self.end - Self.day * 30)
      #expect(standing.next == Self.end)
      #expect(standing.detail == "the key ends at 2027-01-15 08:00:00Z")
    }
  }

  @Test("from its end on it has ended, and nothing more is waited for")
  func expired() {
    let standing = plan([Expiry("the key", at: Self.end)]).standing(at: Self.end)
    #expect(standing.holds == .clientSecretExpired)
    #expect(standing.since == Self.end)
    #expect(standing.next == nil)
    #expect(standing.detail == "the key ended at 2027-01-15 08:00:00Z")
  }

  @Test("of several the one that ends first counts, by the notice that is configured")
  func first() {
    let plan = plan(
      [
        Expiry("the certificate", at: Self.end + Self.day * 9),
        Expiry("the client secret", at: Self.end),
      ], notice: Self.day * 7)
    #expect(plan.standing(at: Self.end - Self.day * 8).holds == nil)
    let standing = plan.standing(at: Self.end - Self.day * 6)
    #expect(standing.detail.hasPrefix("the client secret ends"))
  }
}
