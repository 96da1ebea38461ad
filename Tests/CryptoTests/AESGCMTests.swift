internal import Crypto
internal import Testing

@Suite("Sealed bytes")
struct AESGCMTests {
  private let key = SecretBytes([UInt8](repeating: 7, count: 32))

  @Test("what was sealed opens with the same key and additional data, also when empty")
  func roundTrip() throws {
    for plain in ["", "a", String(repeating: "token", count: 100)] {
      let sealed = try AESGCM.seal(
        SecretBytes(utf8: plain), key: key, additionalData: Array("row 1".utf8))
      #expect(sealed.count == plain.utf8.count + AESGCM.overhead)
      let opened = try AESGCM.open(sealed, key: key, additionalData: Array("row 1".utf8))
      #expect(opened.revealText() == plain)
    }
  }

  @Test("sealing twice gives different bytes")
  func freshNonce() throws {
    let plain = SecretBytes(utf8: "token")
    let first = try AESGCM.seal(plain, key: key, additionalData: [])
    #expect(try AESGCM.seal(plain, key: key, additionalData: []) != first)
  }

  @Test("every changed bit, another row and another key are noticed")
  func tampering() throws {
    let sealed = try AESGCM.seal(SecretBytes(utf8: "token"), key: key, additionalData: [1])
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: CryptoError.self) {
        try AESGCM.open(changed, key: key, additionalData: [1])
      }
    }
    let other = SecretBytes([UInt8](repeating: 8, count: 32))
    #expect(throws: CryptoError.self) { try AESGCM.open(sealed, key: key, additionalData: [2]) }
    #expect(throws: CryptoError.self) { try AESGCM.open(sealed, key: other, additionalData: [1]) }
    #expect(throws: CryptoError.self) {
      try AESGCM.open(Array(sealed.prefix(20)), key: key, additionalData: [1])
    }
  }

  @Test("a key of another length is refused")
  func keyLength() {
    #expect(throws: CryptoError.self) {
      try AESGCM.seal(SecretBytes([1]), key: SecretBytes([1, 2]), additionalData: [])
    }
  }
}
