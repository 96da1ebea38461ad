internal import Testing

@testable internal import Crypto

/// Bytes written as hexadecimal text.
private func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

@Suite("Published answers")
struct KnownAnswerTests {
  @Test("SHA-256 of FIPS 180-4's examples")
  func sha256() {
    #expect(
      SHA256.hash(Array("abc".utf8))
        == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(
      SHA256.hash([])
        == hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
  }

  @Test("HMAC-SHA256 of RFC 4231 case 2")
  func hmac() {
    let code = SHA256.code(
      Array("what do ya want for nothing?".utf8), key: SecretBytes(utf8: "Jefe"))
    #expect(code == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
  }

  @Test("HKDF-SHA256 of RFC 5869 cases 1 and 3")
  func hkdf() throws {
    let key = SecretBytes([UInt8](repeating: 0x0b, count: 22))
    let first = try HKDF.derive(
      key: key, salt: Array(0...12), info: Array(0xf0...0xf9), count: 42)
    #expect(
      first.reveal()
        == hex(
          "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    let third = try HKDF.derive(key: key, salt: [], info: [], count: 42)
    #expect(
      third.reveal()
        == hex(
          "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
  }

  @Test("AES-256-GCM of the GCM specification's case 16")
  func gcm() throws {
    let key = SecretBytes(hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
    let plain = hex(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e24"
        + "49a6b525b16aedf5aa0de657ba637b39")
    let additional = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    let nonce = hex("cafebabefacedbaddecaf888")
    let sealed = try AESGCM.seal(
      SecretBytes(plain), key: key, additionalData: additional, nonce: nonce)
    #expect(
      sealed.dropFirst(12)
        == hex(
          "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b10"
            + "56828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b")[...])
    #expect(
      try AESGCM.open(sealed, key: key, additionalData: additional).reveal() == plain)
  }
}
