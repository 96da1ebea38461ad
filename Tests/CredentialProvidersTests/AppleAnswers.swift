internal import CredentialCore
internal import Crypto
internal import HTTP
internal import JSON

/// Answers and looks that the tests of the Apple kinds are made of.
enum AppleAnswers {
  static let subject = "001667.7f1e0000000000000000000000e6f1.0433"
  static let client = "com.example.app"
  /// 1994-11-06T08:49:37Z
  static let now = Moment(milliseconds: 784_111_777_000)

  static func look(
    subject: String = subject, client: String = client, token: String = "r.token"
  ) throws -> Look {
    Look(
      credential: CredentialID(
        provider: try ProviderName("test"), subject: try Subject(subject)),
      client: try ClientID(client), epoch: Epoch(1), token: Secret(Array(token.utf8)),
      purpose: .scheduled, claimed: now)
  }

  static func response(
    _ status: Int, _ body: String, type: String? = "application/json;charset=UTF-8",
    _ fields: [HTTPField] = []
  ) -> HTTPResponse {
    let typed = type.map { [HTTPField("Content-Type", $0)] } ?? []
    return HTTPResponse(status: status, fields: typed + fields, body: Array(body.utf8))
  }

  /// A success body with an identity token of these claims.
  static func success(_ claims: JSONValue) -> String {
    let parts: [JSONValue] = [["alg": "RS256"], claims]
    let token = parts.map { Base64URL.encode($0.encoded().utf8) }.joined(separator: ".") + ".c2ln"
    let body: JSONValue = [
      "access_token": "a", "token_type": "Bearer", "expires_in": 3600, "id_token": .string(token),
    ]
    return body.encoded()
  }

  /// The claims of an identity token that fits the look.
  static func claims(_ changes: [(String, JSONValue)] = []) -> JSONValue {
    var claims = JSONObject([
      ("iss", "https://appleid.apple.com"), ("aud", .string(client)), ("sub", .string(subject)),
      ("email_verified", "true"),
    ])
    for (name, value) in changes { claims[name] = value }
    return .object(claims)
  }
}
