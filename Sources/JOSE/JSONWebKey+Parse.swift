internal import Crypto
package import JSON

extension JSONWebKey {
  /// Reads one member of a key set.
  ///
  /// Refused, each for its own reason: other kinds and curves, a `use`, `key_ops` or `alg` that is
  /// not for verifying, a private half that lies open, numbers that are no safe key.
  package init(_ value: JSONValue) throws(KeyFault) {
    guard let members = value.object else {
      throw KeyFault(.badMember, "an element of the key set is no JSON object")
    }
    let kind = try Self.text(members, "kty")
    guard kind == "RSA" || kind == "EC" else {
      throw KeyFault(.unknownKind, "the key's kind is not known: kty \(quoted(kind))")
    }
    try Self.checkUse(members)
    for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] where members[name] != nil {
      throw KeyFault(
        .exposed, "the set shows the key's private half (\(name)); everybody could sign with it")
    }
    let id = members["kid"] == nil ? nil : KeyID(try Self.text(members, "kid"))
    let algorithm = try Self.algorithm(members)
    let key = try Self.key(kind == "RSA" ? Self.rsa(members) : Self.point(members))
    try self.init(id: id, key: key, algorithm: algorithm)
  }

  private static func key(_ numbers: KeyNumbers) throws(KeyFault) -> PublicKey {
    do throws(CryptoError) { return try PublicKey(numbers) } catch {
      throw KeyFault(.unusable, error.description)
    }
  }

  private static func checkUse(_ members: JSONObject) throws(KeyFault) {
    if let use = members["use"], use != "sig" {
      throw KeyFault(.otherUse, "the key is not for signatures (use)")
    }
    if let operations = members["key_ops"] {
      guard let list = operations.array else { throw KeyFault(.badMember, "key_ops is no array") }
      guard list.contains("verify") else {
        throw KeyFault(.otherUse, "the key is not for verifying (key_ops)")
      }
    }
  }

  private static func algorithm(_ members: JSONObject) throws(KeyFault) -> SignatureAlgorithm? {
    guard members["alg"] != nil else { return nil }
    let name = try text(members, "alg")
    guard let known = SignatureAlgorithm(rawValue: name) else {
      throw KeyFault(.unknownKind, "the key's algorithm is not known: alg \(quoted(name))")
    }
    return known
  }

  private static func point(_ members: JSONObject) throws(KeyFault) -> KeyNumbers {
    let name = try text(members, "crv")
    guard let curve = EllipticCurve(rawValue: name) else {
      throw KeyFault(.unknownKind, "the key's curve is not known: crv \(quoted(name))")
    }
    return .point(curve, x: try number(members, "x"), y: try number(members, "y"))
  }

  /// Leading zeros, which RFC 7518 §6.3.1.1 forbids and some libraries write, do not matter.
  private static func rsa(_ members: JSONObject) throws(KeyFault) -> KeyNumbers {
    let modulus = try number(members, "n").drop { $0 == 0 }
    let exponent = try number(members, "e").drop { $0 == 0 }
    return .rsa(modulus: Array(modulus), exponent: Array(exponent))
  }

  private static func number(_ members: JSONObject, _ name: String) throws(KeyFault) -> [UInt8] {
    guard let bytes = Base64URL.decode(try text(members, name)) else {
      throw KeyFault(.badMember, "\(name) of the key is not base64url without padding")
    }
    return bytes
  }

  private static func text(_ members: JSONObject, _ name: String) throws(KeyFault) -> String {
    guard let text = members[name]?.string else {
      throw KeyFault(.badMember, "\(name) of the key is missing or no text")
    }
    return text
  }
}
