internal import Linux
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("the small parts of the store")
struct StorePartsTests {
  @Test("gives entries in order of time, then of row")
  func order() {
    var generator = SystemRandomNumberGenerator()
    let keys = (0..<500).map { _ in
      DueHeap.key(
        seconds: UInt32.random(in: 0..<100, using: &generator),
        row: UInt32.random(in: 0...UInt32.max, using: &generator))
    }
    var heap = DueHeap(Array(keys.prefix(250)))
    for key in keys.dropFirst(250) { heap.push(key) }
    var popped: [UInt64] = []
    while let key = heap.pop() { popped.append(key) }
    #expect(popped == keys.sorted())
  }

  @Test("a full lane of a queue leaves the lanes behind it their share, in order")
  func fairShare() throws {
    let queue = try WorkQueue<Int>(limits: [100, 2, 100])
    for number in 0..<20 { #expect(queue.offer(number, lane: 0, mustBeKept: false) == .accepted) }
    for number in 20..<22 { #expect(queue.offer(number, lane: 1, mustBeKept: false) == .accepted) }
    #expect(queue.offer(99, lane: 1, mustBeKept: false) == .full)
    #expect(queue.offer(22, lane: 1, mustBeKept: true) == .accepted)
    #expect(queue.offer(23, lane: 2, mustBeKept: false) == .accepted)
    #expect(queue.take(9) == [0, 1, 2, 3, 4, 20, 21, 22, 23])
    #expect(queue.take(100) == Array(5..<20))
    queue.close()
    #expect(queue.offer(1, lane: 0, mustBeKept: true) == .closed)
    #expect(queue.isDrained)
  }

  @Test(
    "a reader that is cancelled while a number is published holds nobody up",
    .timeLimit(.minutes(5)))
  func cancelledReader() async {
    for round in 0..<200 {
      let publisher = SequencePublisher(latest: 0)
      let stream = publisher.stream()
      let reader = Task { for await _ in stream {} }
      let published = Task {
        await NamedThread.returning(name: "publisher") {
          for number in 1...200 { publisher.publish(Int64(number)) }
        }
      }
      for _ in 0..<(round % 40) { await Task.yield() }
      reader.cancel()
      await published.value
      await reader.value
    }
  }

  @Test("a new store is moved into place in WAL mode: no crash leaves a journal to play back")
  func createdInFinalMode() throws {
    let folder = TemporaryFolder()
    let path = StoreOnDisk.path(folder)
    try StoreFile(path: path).create(seal: Seal(key: StoreOnDisk.key))
    // The file format's version numbers; 2 is WAL (sqlite.org/fileformat2.html, 1.3.3).
    #expect(StoreOnDisk.bytes(path).dropFirst(18).prefix(2) == [2, 2])
    for suffix in [".new", ".new-wal", ".new-shm", "-wal"] {
      #expect(StoreOnDisk.bytes(path + suffix).isEmpty, "\(suffix)")
    }
  }

  @Test("lists of texts come back as they were, and damage is noticed")
  func netstrings() {
    let texts = ["", "a:b", "12:", "é\u{0}\n"]
    #expect(Netstrings.decode(Netstrings.encode(texts)) == texts)
    #expect(Netstrings.decode(Array("5:abc".utf8)) == nil)
    #expect(Netstrings.decode(Array("abc".utf8)) == nil)
    #expect(Netstrings.decode(Array("-1:".utf8)) == nil)
    #expect(Netstrings.decode(Array("+1:a".utf8)) == nil)
    #expect(Netstrings.decode(Array("01:a".utf8)) == nil)
    #expect(Netstrings.decode(Array("1:".utf8) + [0xFF]) == nil)
  }
}
