internal import Crypto
internal import JOSE
internal import JSON
internal import Testing

@Suite("Signing and verifying")
struct AlgorithmTests {
  private static func key(for algorithm: SignatureAlgorithm) throws -> PrivateKey {
    switch algorithm.keyKind {
    case .rsa: try .generateRSA()
    case .ec(let curve): try .generate(curve)
    }
  }

  @Test("a token of each algorithm verifies by that algorithm and by no other")
  func all() throws {
    for algorithm in SignatureAlgorithm.allCases {
      let key = try Self.key(for: algorithm)
      let id = KeyID("k")
      let token = try CompactJWS(
        TokenSigner(key: key, algorithm: algorithm, keyID: id, type: "JWT").token(payload: [1, 2]))
      let anyUse = KeySet([try JSONWebKey(id: id, key: key.publicKey(), algorithm: nil)])
      let rules = SignatureRules(algorithms: [algorithm], types: .required(["jwt"]))
      let verified = try anyUse.verify(token, rules)
      #expect(verified.payload == [1, 2])
      #expect(verified.header.algorithm == algorithm)
      for other in SignatureAlgorithm.allCases where other != algorithm {
        let signature = try key.sign([3], by: algorithm)
        #expect(try !key.publicKey().verifies(signature, of: [3], by: other))
      }
    }
  }

  @Test("a published key is read back as the same key")
  func published() throws {
    for algorithm in SignatureAlgorithm.allCases {
      let key = try Self.key(for: algorithm).publicKey()
      let members = try JSONWebKey.members(of: key, id: KeyID("k"), algorithm: algorithm)
      let read = try JSONWebKey(.object(members))
      #expect(try read.key.pem() == key.pem())
      #expect(read.algorithms == [algorithm])
    }
  }

  @Test("a signer whose key is for another algorithm fails")
  func wrongKey() throws {
    let signer = TokenSigner(key: try .generateP256(), algorithm: .rs256, keyID: nil)
    #expect(throws: CryptoError.self) { try signer.token(JSONObject()) }
  }

  @Test("the figures 13, 20 and 27 of RFC 7520 and A.2 of RFC 7515 verify")
  func rfc() throws {
    for vector in PublishedVector.all {
      let keys = KeySet([try JSONWebKey(vector.key)])
      let rules = SignatureRules(algorithms: [vector.algorithm], types: .any)
      let token = try CompactJWS(vector.token)
      #expect(try keys.verify(token, rules).header.algorithm == vector.algorithm)
      let changed = vector.token.replacing(".eyJ", with: ".eyI").replacing(".SXT", with: ".SXS")
      #expect(throws: TokenFault.self) { try keys.verify(CompactJWS(changed), rules) }
    }
  }
}
