import Crypto
import Testing

@Suite("Derivation key")
struct DerivationKeyTests {
  @Test("what is derived is what HKDF derives without a salt", arguments: [0, 1, 55, 64, 300])
  func sameAsHKDF(length: Int) throws {
    let key = SecretBytes(randomBytes(32))
    let prepared = try DerivationKey(key)
    let info = randomBytes(length)
    #expect(try prepared.derive(info: info) == HKDF.derive(key: key, info: info))
    #expect(try prepared.derive(info: info) == HKDF.derive(key: key, info: info))
  }

  @Test("an empty key is refused")
  func emptyKey() {
    #expect(throws: CryptoError.self) { try DerivationKey(SecretBytes([])) }
  }
}
