import CredentialCore
import CredentialMonitor
import Support
import Testing

@Suite("What a device saw, passed on", .timeLimit(.minutes(5)))
struct ReportTests {
  @Test("It is suspected at once, and the rule is told in words")
  func suspected() async throws {
    let scene = try MonitorScene()
    try await scene.store.enrol("u0", at: scene.time.now())
    scene.time.advance(by: .seconds(3600))
    try await scene.monitor.apply(scene.setup())
    let id = StoreWorld.id("u0")
    let row = try await scene.monitor.report(ReportRequest(id: id, saw: .revoked))
    #expect(row["state"] == .text("authorized"))
    #expect(row["rule"] == .text("suspected_alone"))
    guard case .text(let words)? = row["words"] else {
      Issue.record("there are no words")
      return
    }
    #expect(words.hasPrefix("Suspected; nothing changes yet."))
    #expect(scene.journal.all.last?.kind == .suspicionOpened)
  }

  @Test("Who is not known, a client that is not configured and a time to come are refused")
  func refused() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup())
    let unknown = await refusal {
      _ = try await scene.monitor.report(ReportRequest(id: scene.id, saw: .revoked))
    }
    #expect(unknown?.code == .notFound)
    let client = try ClientID("org.elsewhere")
    let foreign = await refusal {
      _ = try await scene.monitor.report(
        ReportRequest(id: scene.id, saw: .revoked, client: client))
    }
    #expect(foreign?.code == .invalidArgument)
    for at in ["2999-01-01T00:00:00Z", "yesterday"] {
      let wrong = await refusal {
        _ = try await scene.monitor.report(ReportRequest(id: scene.id, saw: .revoked, at: at))
      }
      #expect(wrong?.code == .invalidArgument && wrong?.message.hasPrefix("at is") == true)
    }
  }
}
