internal import Crypto
internal import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
  @Test("no way of printing shows the bytes")
  func unprintable() {
    let secret = SecretBytes(utf8: "CANARY")
    var dumped = ""
    dump([secret], to: &dumped)
    let texts = ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped]
    for text in texts {
      #expect(!text.contains("CANARY") && !text.contains("67"), "\(text)")
    }
    #expect("\(secret)" == "<6 secret bytes>")
  }

  @Test("the bytes come back unchanged, text only when it is UTF-8")
  func reveal() {
    #expect(SecretBytes([0, 255]).reveal() == [0, 255])
    #expect(SecretBytes([0, 255]).revealText() == nil)
    #expect(SecretBytes(utf8: "é").revealText() == "é")
    #expect(SecretBytes([]).reveal() == [])
  }

  @Test("comparison looks at every byte")
  func equality() {
    #expect(SecretBytes([1, 2]) == SecretBytes([1, 2]))
    #expect(SecretBytes([1, 2]) != SecretBytes([1, 3]))
    #expect(SecretBytes([1, 2]) != SecretBytes([1]))
    #expect(constantTimeEqual([], []))
    #expect(!constantTimeEqual([1], [2]))
  }

  @Test("random bytes differ from call to call")
  func random() {
    #expect(randomBytes(16).count == 16)
    #expect(randomBytes(16) != randomBytes(16))
  }
}
