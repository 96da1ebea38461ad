internal import Crypto
internal import Testing

@Suite("Private keys")
struct PrivateKeyTests {
  private func text(_ key: PrivateKey) throws -> String {
    try #require(try key.pem().revealText())
  }

  @Test("a key file with any line ends and trailing blanks is the same key")
  func lineEnds() throws {
    let key = try PrivateKey.generateP256()
    let lf = try text(key)
    let lines = lf.split(separator: "\n").map(String.init)
    let copies: [String] = [
      lines.joined(separator: "\r\n") + "\r\n", lines.joined(separator: "\n"),
      lines.joined(separator: "\r\n"), lines.joined(separator: "\r"), lf + "\n\n  \t \n",
      "\n" + lines.joined(separator: "  \n") + "\n", "Bag attributes\n" + lf,
      lines.map { "  " + $0 }.joined(separator: "\n"),
    ]
    for copy in copies {
      let read = try PrivateKey(pem: SecretBytes(utf8: copy))
      #expect(try read.publicKey().pem() == key.publicKey().pem())
    }
  }

  @Test(
    "a text that is no key is refused with what to do",
    arguments: [
      ("", "is empty"), ("\r\n \n", "is empty"), ("hello", "no line \"-----BEGIN"),
      ("-----BEGIN PRIVATE KEY-----\\nMIG\\n-----END PRIVATE KEY-----", "line break"),
      ("-----BEGIN PRIVATE KEY-----\nMIGH\n", "-----END PRIVATE KEY-----"),
      ("-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n", "copy it again"),
      ("-----BEGIN CERTIFICATE-----\nMIGH\n-----END CERTIFICATE-----\n", "CERTIFICATE"),
      (
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGH\n-----END ENCRYPTED PRIVATE KEY-----\n",
        "pass phrase"
      ), ("0\u{82}\u{1}", "DER"),
    ])
  func refused(text: String, reason: String) {
    do {
      _ = try PrivateKey(pem: SecretBytes(utf8: text))
      Issue.record("accepted")
    } catch {
      #expect(error.description.contains(reason), "\(error.description)")
    }
  }

  @Test("an RSA key that is too short is refused")
  func weak() {
    #expect(throws: CryptoError.self) { try PrivateKey.generateRSA(bits: 1024) }
  }

  @Test("a key is not used for the other algorithm")
  func wrongAlgorithm() throws {
    let ec = try PrivateKey.generateP256()
    let rsa = try PrivateKey.generateRSA()
    #expect(throws: CryptoError.self) { try ec.sign([1], by: .rs256) }
    #expect(throws: CryptoError.self) { try rsa.sign([1], by: .es256) }
    let signature = try ec.sign([1], by: .es256)
    #expect(try !rsa.publicKey().verifies(signature, of: [1], by: .es256))
    #expect(try !ec.publicKey().verifies(rsa.sign([1], by: .rs256), of: [1], by: .rs256))
  }

  @Test("a line of a key that stands where the label should is not shown")
  func mangledLabel() {
    let line = String(repeating: "5QZ0", count: 13)
    let text = "-----BEGIN PRIV\(line)-----\nAAAA\n-----END PRIV\(line)-----\n"
    var fault: CryptoError?
    do throws(CryptoError) { _ = try PrivateKey(pem: SecretBytes(Array(text.utf8))) } catch {
      fault = error
    }
    #expect(fault.map { "\($0)".contains("5QZ0") } == false)
  }

  @Test("a private key cannot be printed")
  func unprintable() throws {
    let key = try PrivateKey.generateP256()
    var dumped = ""
    dump(key, to: &dumped)
    #expect("\(key)" == "<private key, EC P-256>")
    #expect(!dumped.contains("handle"))
  }
}
