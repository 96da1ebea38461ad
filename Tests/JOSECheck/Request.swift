internal import Crypto
internal import JOSE
internal import JSON

/// One request of a script.
struct Request {
  let members: JSONValue

  init(_ members: JSONValue) { self.members = members }

  /// Does what `op` asks; what a token or a key is refused for is an answer, not an error.
  func answer() throws -> JSONValue {
    do {
      switch members["op"]?.string {
      case "verify": return try verify()
      case "claims": return try judge()
      case "sign": return try sign()
      case "generate": return try generate()
      case "raw": return try raw()
      case "raw-sign": return try rawSign()
      case "open": return try open()
      case "measure": return try Measure(algorithm(), seconds: 3).run()
      default: throw Wrong("there is no such op")
      }
    } catch let fault as TokenFault {
      return ["refused": .string(fault.code.rawValue), "sentence": .string(fault.description)]
    } catch let fault as KeyFault {
      return ["key": .string(fault.code.rawValue), "sentence": .string(fault.description)]
    } catch let fault as CryptoError {
      return ["key": .string(fault.code.rawValue), "sentence": .string(fault.description)]
    }
  }

  private func verified() throws -> VerifiedJWS {
    let token = try CompactJWS(text("token"))
    let rules = SignatureRules(algorithms: try algorithms(), types: types())
    return try keys().verify(token, rules)
  }

  private func verify() throws -> JSONValue {
    let token = try verified()
    return [
      "payload": .string(Base64URL.encode(token.payload)),
      "algorithm": .string(token.header.algorithm.rawValue),
    ]
  }

  private func judge() throws -> JSONValue {
    var rules = ClaimRules(
      issuers: [try text("issuer")], audiences: [try text("audience")], leeway: 60)
    if let nonce = members["nonce"]?.string { rules.nonce = .equal(nonce) }
    let accepted = try rules.accept(ClaimSet(verified()), now: members["now"]?.integer ?? 0)
    return ["subject": .string(accepted.subject ?? "")]
  }

  private func sign() throws -> JSONValue {
    let key = try PrivateKey(pem: SecretBytes(utf8: text("pem")))
    let signer = TokenSigner(
      key: key, algorithm: try algorithm(), keyID: members["kid"]?.string.map(KeyID.init),
      type: members["typ"]?.string)
    return ["token": .string(try signer.token(members["claims"]?.object ?? JSONObject()))]
  }

  private func generate() throws -> JSONValue {
    let algorithm = try algorithm()
    let key =
      switch algorithm.keyKind {
      case .rsa: try PrivateKey.generateRSA()
      case .ec(let curve): try PrivateKey.generate(curve)
      }
    let jwk = try JSONWebKey.members(
      of: key.publicKey(), id: KeyID(text("kid")), algorithm: algorithm)
    return ["pem": .string(try key.pem().revealText() ?? ""), "jwk": .object(jwk)]
  }

  private func raw() throws -> JSONValue {
    let key = try JSONWebKey(members["jwk"] ?? .null).key
    let valid = key.verifies(try bytes("signature"), of: try bytes("message"), by: try algorithm())
    return ["valid": .bool(valid)]
  }

  private func rawSign() throws -> JSONValue {
    let key = try PrivateKey(pem: SecretBytes(utf8: text("pem")))
    let signature = try key.sign(bytes("message"), by: algorithm())
    return ["signature": .string(Base64URL.encode(signature))]
  }

  private func open() throws -> JSONValue {
    let plain = try AESGCM.open(
      bytes("sealed"), key: SecretBytes(bytes("key")), additionalData: bytes("aad"))
    return ["plain": .string(Base64URL.encode(plain.reveal()))]
  }
}
