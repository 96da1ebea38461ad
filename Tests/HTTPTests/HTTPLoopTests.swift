import CredentialCore
import HTTP
import Support
import Testing

@Suite("The client's loop", .timeLimit(.minutes(5)))
struct HTTPLoopTests {
  private let loopback = "https://127.0.0.1:1/"

  @Test("turns at once while it waits, and after the close")
  func waiting() async throws {
    let client = try HTTPClient(HTTPConfiguration(userAgent: "test"))
    await client.turn()
    client.close()
    await client.turn()
  }

  @Test("does not turn while it hangs in what it delivers to")
  func hangs() async throws {
    let client = try HTTPClient(HTTPConfiguration(userAgent: "test"))
    let held = HeldThread()
    client.submit([HTTPRequest(tag: 0, method: .get, url: loopback)]) { _ in held.hold() }
    let loop = WatchedLoop(name: "looks") { await client.turn() }
    #expect(await held.order(of: loop) == ["opened", "turned"])
    client.close()
  }
}
