internal import Crypto
internal import Testing

@Suite("Base64url text")
struct Base64URLTests {
  @Test(
    "the examples of RFC 4648 without padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func examples(plain: String, text: String) {
    #expect(Base64URL.encode(plain.utf8) == text)
    #expect(Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test("every byte survives and the alphabet is the one for addresses")
  func everyByte() {
    let bytes = [UInt8](0...255)
    #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    #expect(Base64URL.encode([0xfb, 0xff]) == "-_8")
  }

  @Test(
    "padding, foreign characters, impossible lengths and spare bits are refused",
    arguments: ["Zg==", "Zm9v\n", "Zm+v", "Zm/v", "Z", "Zm9vY", "Zh", "Zm9", " Zg", "Zé"])
  func strict(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
