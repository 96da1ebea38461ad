internal import Crypto
internal import JOSE
internal import JSON

extension FuzzTarget {
  /// A compact token: nothing is verified but the one token whose key nobody here has.
  static let token = FuzzTarget(name: "token") { bytes in
    for document in [ecKeys, namedKeys] {
      guard let keys = try? KeySet(bytes: Array(document.utf8)) else {
        return require(false, "the sample's keys are wrong")
      }
      do throws(TokenFault) {
        let token = try CompactJWS(bytes: bytes)
        let rules = SignatureRules(algorithms: SignatureAlgorithm.allCases, types: .any)
        _ = try keys.verify(token, rules)
        require(bytes == Array(published.utf8), "another token was verified")
      } catch {
        requirePrintable(error.description, limit: 300)
        require(bytes != Array(published.utf8) || document != ecKeys, "refused: \(error)")
      }
    }
  }

  /// A key set: each key that is read is written and read again to the same.
  static let keyset = FuzzTarget(name: "keyset") { bytes in
    do throws(KeyFault) {
      let set = try KeySet(bytes: bytes)
      require((1...KeySet.maximumKeys).contains(set.keys.count), "\(set.keys.count) keys")
      for skipped in set.skipped { requirePrintable(skipped.fault.description, limit: 300) }
      for key in set.keys { requireSame(key) }
    } catch {
      requirePrintable(error.description, limit: 500)
    }
  }

  /// The claims of a token, judged: what is accepted keeps every rule.
  static let claims = FuzzTarget(name: "claims") { bytes in
    let text = "\(Base64URL.encode("{}".utf8)).\(Base64URL.encode(bytes))."
    var rules = ClaimRules(issuers: ["https://a.example"], audiences: ["client"], leeway: 60)
    rules.nonce = .equal("n")
    do throws(TokenFault) {
      let claims = try ClaimSet(fromIssuerOverTLS: CompactJWS(text, maximumBytes: 1 << 20))
      let accepted = try rules.accept(claims, now: 1_700_000_000)
      require(claims["iss"] == "https://a.example" && claims["nonce"] == "n", "another token")
      require((claims["exp"]?.number ?? 0) > 1_699_999_940, "it has expired")
      requirePrintable(accepted.subject ?? "\n", limit: 255)
    } catch {
      requirePrintable(error.description, limit: 300)
    }
  }

  private static func requireSame(_ key: JSONWebKey) {
    for algorithm in key.algorithms {
      let again = try? JSONWebKey(
        .object(JSONWebKey.members(of: key.key, id: KeyID("k"), algorithm: algorithm)))
      let left = try? again?.key.pem()
      let right = try? key.key.pem()
      require(left != nil && left == right, "another key was written")
    }
  }

  /// The key of RFC 7515 A.3.
  private static let ecKeys = #"{"keys":[{"kty":"EC","crv":"P-256",\#(point)}]}"#
  private static let namedKeys =
    #"{"keys":[{"kty":"EC","crv":"P-256","kid":"a","alg":"ES256","use":"sig",\#(point)}]}"#
  private static let point = """
    "x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
    "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
    """
  /// The token of RFC 7515 A.3.
  private static let published = """
    eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6\
    Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXF\
    CgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
    """
}
