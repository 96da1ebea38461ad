internal import Testing

@testable internal import CredentialStore

@Suite("the heap of due times")
struct DueHeapTests {
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

  @Test("lists of texts come back as they were, and damage is noticed")
  func netstrings() {
    let texts = ["", "a:b", "12:", "é\u{0}\n"]
    #expect(Netstrings.decode(Netstrings.encode(texts)) == texts)
    #expect(Netstrings.decode(Array("5:abc".utf8)) == nil)
    #expect(Netstrings.decode(Array("abc".utf8)) == nil)
    #expect(Netstrings.decode(Array("-1:".utf8)) == nil)
  }
}
