internal import CredentialCore
internal import Testing

@testable internal import CredentialProviders

@Suite("Events about one token", .timeLimit(.minutes(5)))
struct TokenNameTests {
  private static let token = "1//0example-refresh-token-of-a-user"
  private static let event =
    "https://schemas.openid.net/secevent/oauth/event-type/token-revoked"

  /// What an event of Google's says of a token, as one news of one token.
  private func pushed(_ members: String) async throws -> [PushedToken] {
    let stage = try PushStage(.google, issuer: "https://accounts.google.com")
    let body = try stage.body(
      "{\"iss\":\"https://accounts.google.com/\",\"events\":{\"\(Self.event)\":{\(members)}}}",
      type: "secevent+jwt")
    let reading = try await stage.reading(body, contentType: "application/secevent+jwt")
    guard case .verified(let verified) = reading else {
      Issue.record("it was refused: \(reading)")
      return []
    }
    #expect(verified.pushes.isEmpty && verified.status == 202)
    return verified.tokens
  }

  // The hashes were made by another library.
  @Test(
    "each form in which Google names a token fits the token that was handed over",
    arguments: [
      ("prefix", "1//0example-refr"),
      (
        "hash_base64_sha512_sha512",
        "Avzd450SvrV5RYce8ER6l/Zova2Jx4LKscckhUQ/831+rrVXnEEcMG4MbgQgVrBCZKLYNqm7Xf+DP3HF6VqrwA=="
      ),
      (
        "hash_base64_sha512_sha512",
        "LiNxyDTKTTVo01QYUcmYpU+dXYQb54FQxZ7cTYPXbzAh5HlJ0xm3ofWMwF4izY6YNO7etHmIZTypaNtFANSg+g=="
      ),
    ])
  func fits(sort: String, value: String) async throws {
    let names = GoogleTokenNames.names(of: Secret(Array(Self.token.utf8)))
    let members =
      "\"token_type\":\"refresh_token\",\"token_identifier_alg\":\"\(sort)\",\"token\":\"\(value)\""
    for place in ["\"subject\":{\"subject_type\":\"oauth_token\",\(members)}", members] {
      let tokens = try await pushed(place)
      #expect(tokens.count == 1 && tokens.allSatisfy { names.contains($0.name) })
      #expect(tokens.map(\.news) == [.askForLook])
      #expect(!"\(tokens)".contains("example"))
    }
  }

  @Test(
    "another sort of name, another sort of token, or none at all is taken and finds nobody",
    arguments: [
      "\"token_identifier_alg\":\"plain\",\"token\":\"1//0example-refr\"",
      "\"token_identifier_alg\":\"prefix\",\"token\":\"short\"",
      "\"token_identifier_alg\":\"hash_base64_sha512_sha512\",\"token\":\"AAAA\"",
      "\"token_type\":\"access_token\",\"token_identifier_alg\":\"prefix\","
        + "\"token\":\"1//0example-refr\"",
      "",
    ])
  func fitsNobody(members: String) async throws {
    let more = members.isEmpty ? "" : ",\(members)"
    let tokens = try await pushed("\"subject\":{\"subject_type\":\"oauth_token\"\(more)}")
    #expect(tokens.isEmpty)
  }

  @Test("a token that is hardly longer than its prefix has no name")
  func short() {
    #expect(GoogleTokenNames.names(of: Secret(Array("1//0example-refr".utf8))).isEmpty)
  }
}
