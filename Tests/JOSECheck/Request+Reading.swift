internal import Crypto
internal import JOSE
internal import JSON

/// A request that a script wrote wrongly.
struct Wrong: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Request {
  func text(_ name: String) throws -> String {
    guard let text = members[name]?.string else { throw Wrong("\(name) is no text") }
    return text
  }

  /// Bytes are written as base64url.
  func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = Base64URL.decode(try text(name)) else {
      throw Wrong("\(name) is no base64url")
    }
    return bytes
  }

  func algorithm() throws -> SignatureAlgorithm {
    guard let algorithm = SignatureAlgorithm(rawValue: try text("algorithm")) else {
      throw Wrong("there is no such algorithm")
    }
    return algorithm
  }

  /// Those that are named; all when none is.
  func algorithms() throws -> [SignatureAlgorithm] {
    guard let names = members["algorithms"]?.array else { return SignatureAlgorithm.allCases }
    return names.compactMap { $0.string.flatMap(SignatureAlgorithm.init(rawValue:)) }
  }

  func types() -> SignatureRules.TypeRule {
    members["typ"]?.string.map { .required([$0]) } ?? .any
  }

  func keys() throws -> KeySet {
    if let key = members["jwk"] { return KeySet([try JSONWebKey(key)]) }
    return try KeySet(bytes: Array((members["keys"] ?? .null).encoded().utf8))
  }
}
