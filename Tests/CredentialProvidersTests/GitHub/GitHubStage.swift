internal import CredentialCore
internal import HTTPServer
internal import JSON
internal import Linux
internal import Support

/// A provider of kind `github` before a peer that checks tokens.
final class GitHubStage: Sendable {
  static let client = "Iv1.0123456789abcdef"
  /// `Iv1.0123456789abcdef:test-secret` in base64.
  static let authorization = "Basic SXYxLjAxMjM0NTY3ODlhYmNkZWY6dGVzdC1zZWNyZXQ="

  let server: KindServer
  let stage: ProviderStage

  init(secret: String = "test-secret") throws {
    let server = try KindServer(Self.answer)
    self.server = server
    server.folder.write("secret", secret, mode: 0o600)
    let provider = try AppleStage.provider(
      kind: "github",
      [
        ("client_id", .text(Self.client)),
        ("client_secret_file", .text(server.folder.file("secret"))),
      ] + server.keys)
    stage = ProviderStage(
      provider: provider,
      alive: { try KindServer.look("\($0 + 1)", client: Self.client, token: "gho_\($0 + 1)") },
      dead: { try KindServer.look("7", client: Self.client, token: "gho_dead") },
      requests: { server.requests.count })
  }

  func stop() async {
    stage.provider.looker.close()
    await server.stop()
  }

  /// An authorization as GitHub shows it, of the user in the token.
  private static func answer(_ request: ServerRequest) -> ServerResponse {
    guard request.method == "POST", request.path == "/applications/\(client)/token",
      request.values(of: "Authorization") == [authorization]
    else { return KindServer.json(401, #"{"message":"Bad credentials","status":"401"}"#) }
    let json = try? JSONValue.parse(request.body, maximumBytes: 65_536)
    let token = json?["access_token"]?.string ?? ""
    guard token.hasPrefix("gho_"), let user = Int(token.dropFirst(4)) else {
      return KindServer.json(404, #"{"message":"Not Found","status":"404"}"#)
    }
    return KindServer.json(
      200,
      #"{"id":1,"token":"\#(token)","expires_at":null,"app":{"client_id":"\#(client)"},"#
        + #""user":{"login":"octocat","id":\#(user)}}"#)
  }
}
