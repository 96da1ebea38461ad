internal import Crypto
internal import Support
internal import Testing

@Suite("Certificates made for tests, read by openssl", .timeLimit(.minutes(5)))
struct CertificateTests {
  private static let now: Int64 = 1_767_225_600  // 2026-01-01
  private let folder = TemporaryFolder()

  private func make(names: [String], addresses: [String]) throws -> (ca: String, leaf: String) {
    let authority = try CertificateAuthority(commonName: "test CA", now: Self.now, days: 10)
    let key = try PrivateKey.generateP256()
    let leaf = try authority.issue(
      for: key, names: names, addresses: addresses, now: Self.now, days: 10)
    return (folder.write("ca.pem", authority.certificate), folder.write("leaf.pem", leaf))
  }

  private func verify(
    _ files: (ca: String, leaf: String), _ options: [String], at time: Int64
  ) async throws -> Int32 {
    let words = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver"]
    let trust = ["-attime", String(time), "-CAfile", files.ca]
    return try await ProgramRun.run(words + trust + options + [files.leaf]).status
  }

  @Test(
    "the strict check accepts every name it was made for",
    arguments: [
      ["-verify_hostname", "localhost"], ["-verify_hostname", "id.example.org"],
      ["-verify_ip", "127.0.0.1"], ["-verify_ip", "::1"],
    ])
  func accepted(options: [String]) async throws {
    let files = try make(names: ["localhost", "id.example.org"], addresses: ["127.0.0.1", "::1"])
    #expect(try await verify(files, options, at: Self.now) == 0)
  }

  @Test("another name, another time and another authority are refused")
  func refused() async throws {
    let files = try make(names: ["localhost"], addresses: ["127.0.0.1"])
    let day: Int64 = 86_400
    #expect(try await verify(files, ["-verify_hostname", "example.org"], at: Self.now) != 0)
    #expect(try await verify(files, ["-verify_ip", "127.0.0.2"], at: Self.now) != 0)
    #expect(try await verify(files, [], at: Self.now - day) != 0)
    #expect(try await verify(files, [], at: Self.now + 11 * day) != 0)
    let other = try CertificateAuthority(commonName: "test CA", now: Self.now, days: 10)
    let path = folder.write("other.pem", other.certificate)
    #expect(try await verify((path, files.leaf), [], at: Self.now) != 0)
  }

  @Test("a leaf cannot sign certificates")
  func leafIsNoAuthority() async throws {
    let files = try make(names: ["localhost"], addresses: [])
    let run = try await ProgramRun.run(["openssl", "x509", "-in", files.leaf, "-noout", "-text"])
    #expect(run.text.contains("CA:FALSE"))
    #expect(run.text.contains("TLS Web Server Authentication"))
    #expect(!run.text.contains("Certificate Sign"))
  }

  @Test("a name that would add extensions of its own is refused", arguments: ["a,IP:8.8.8.8", ""])
  func badName(name: String) throws {
    let authority = try CertificateAuthority(commonName: "test CA", now: Self.now, days: 10)
    let key = try PrivateKey.generateP256()
    #expect(throws: CryptoError.self) {
      _ = try authority.issue(for: key, names: [name], addresses: [], now: Self.now, days: 1)
    }
  }
}
