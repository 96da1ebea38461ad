import CredentialCore
import Testing

@Suite("Turns of a loop", .timeLimit(.minutes(5)))
struct LoopTurnsTests {
  /// A loop that works when it is told to.
  private actor Loop {
    private var turns = LoopTurns()
    private(set) var order: [String] = []

    func work() { turns.work() }

    func rest() {
      order.append("rests")
      turns.rest()
    }

    func turn() async {
      await withCheckedContinuation { turns.watch($0) }
      order.append("turned")
    }
  }

  @Test("a loop that rests has turned")
  func resting() async {
    let loop = Loop()
    await loop.turn()
    await loop.work()
    await loop.rest()
    await loop.turn()
    #expect(await loop.order == ["turned", "rests", "turned"])
  }

  @Test("a loop at work has turned when it comes to rest, for everybody who asked")
  func working() async {
    let loop = Loop()
    await loop.work()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await loop.turn() } }
      for _ in 0..<1_000 { await Task.yield() }
      await loop.rest()
    }
    #expect(await loop.order == ["rests", "turned", "turned", "turned"])
  }
}
