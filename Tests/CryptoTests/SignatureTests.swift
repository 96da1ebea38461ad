internal import Crypto
internal import JSON
internal import Testing

@Suite("Signatures")
struct SignatureTests {
  @Test("2000 ES256 signatures are 64 bytes and verify, those with leading zeros too")
  func es256Property() throws {
    let key = try PrivateKey.generateP256()
    let publicKey = try PublicKey(key.publicKey().numbers())
    var padded = 0
    for number in 0..<2000 {
      let message = Array("message \(number)".utf8)
      var signature = try key.sign(message, by: .es256)
      #expect(signature.count == 64)
      #expect(publicKey.verifies(signature, of: message, by: .es256))
      if signature[0] == 0 || signature[32] == 0 { padded += 1 }
      signature[number % 64] ^= 1
      #expect(!publicKey.verifies(signature, of: message, by: .es256))
    }
    #expect(padded > 0, "about 16 of 2000 have a leading zero byte")
  }

  @Test("a signature with a byte missing or added, or all zeros, does not verify")
  func es256Length() throws {
    let key = try PrivateKey.generateP256()
    let publicKey = try key.publicKey()
    let signature = try key.sign([1, 2], by: .es256)
    #expect(!publicKey.verifies(Array(signature.dropLast()), of: [1, 2], by: .es256))
    #expect(!publicKey.verifies(signature + [0], of: [1, 2], by: .es256))
    #expect(!publicKey.verifies([UInt8](repeating: 0, count: 64), of: [1, 2], by: .es256))
    #expect(!publicKey.verifies([], of: [1, 2], by: .es256))
  }

  @Test("RS256 signs and verifies, and refuses another message")
  func rs256() throws {
    let key = try PrivateKey.generateRSA()
    let publicKey = try PublicKey(key.publicKey().numbers())
    let signature = try key.sign([1, 2, 3], by: .rs256)
    #expect(publicKey.verifies(signature, of: [1, 2, 3], by: .rs256))
    #expect(!publicKey.verifies(signature, of: [1, 2], by: .rs256))
    #expect(!publicKey.verifies([], of: [1, 2, 3], by: .rs256))
  }

  @Test("the ES256 example of RFC 7515 appendix A.3 verifies")
  func rfc7515() throws {
    let key = try PublicKey(
      .point(
        .p256, x: try #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")),
        y: try #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))))
    let signed =
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6"
      + "Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    let signature = try #require(
      Base64URL.decode(
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
    #expect(key.verifies(signature, of: Array(signed.utf8), by: .es256))
    #expect(!key.verifies(signature, of: Array((signed + "x").utf8), by: .es256))
  }

  @Test("numbers that are no key are refused")
  func badNumbers() throws {
    let zeros = [UInt8](repeating: 0, count: 32)
    #expect(throws: CryptoError.self) { try PublicKey(.point(.p256, x: zeros, y: zeros)) }
    #expect(throws: CryptoError.self) { try PublicKey(.point(.p256, x: [1], y: zeros)) }
    #expect(throws: CryptoError.self) {
      try PublicKey(.rsa(modulus: [UInt8](repeating: 255, count: 128), exponent: [1, 0, 1]))
    }
  }
}
