import Glibc
import Linux
import Testing

@Suite("A thread of our own", .timeLimit(.minutes(5)))
struct NamedThreadTests {
  private struct Refusal: Error {}

  @Test("returns what was done on it")
  func returns() async {
    let threads = await NamedThread.returning(name: "one") { [pthread_self()] }
    #expect(threads[0] != pthread_self())
  }

  @Test("throws what was thrown on it")
  func throwing() async {
    await #expect(throws: Refusal.self) {
      try await NamedThread.returning(name: "two") { () throws(Refusal) in throw Refusal() }
    }
  }
}
