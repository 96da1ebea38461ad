import Glibc
import Linux
import Testing

/// An actor that lives on a thread of its own.
private actor Resident {
  private let executor = ThreadExecutor(name: "resident")
  private var seen: [Int] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func note(_ number: Int) -> pthread_t {
    seen.append(number)
    return pthread_self()
  }

  func all() -> [Int] { seen }

  nonisolated func assumed() -> Int { assumeIsolated { $0.seen.count } }

  func viaAssumption() -> Int { assumed() }
}

@Suite("Thread executor")
struct ThreadExecutorTests {
  @Test("an actor's work is done on the executor's one thread, in order", .timeLimit(.minutes(5)))
  func oneThread() async {
    let resident = Resident()
    var threads: Set<pthread_t> = []
    for number in 1...100 { threads.insert(await resident.note(number)) }
    #expect(threads.count == 1)
    #expect(await resident.all() == Array(1...100))
    #expect(await resident.viaAssumption() == 100)
  }

  @Test("jobs from many tasks are each run once", .timeLimit(.minutes(5)))
  func manyTasks() async {
    let resident = Resident()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 { group.addTask { _ = await resident.note(number) } }
    }
    #expect(await resident.all().sorted() == Array(0..<500))
  }
}
