internal import CredentialCore
internal import HTTPServer
internal import JSON
internal import Linux
internal import Support

/// A provider of kind `kakao` before a peer that knows who is linked.
final class KakaoStage: Sendable {
  static let app = "100"
  static let key = "test-admin-key"
  static let canaries = ["9007199254740993", "9007199254740995"]
  /// The first of forty users who are linked, beyond what a double holds exactly.
  static let first: Int64 = 9_007_199_254_741_001

  /// How a list of users is shaped.
  enum Shape: Sendable {
    /// In the member `elements`.
    case elements
    /// As a bare array.
    case array
  }

  let server: KindServer
  let stage: ProviderStage
  /// Who is not linked.
  let gone: Lock<Set<String>>

  init(
    shape: Shape = .elements, canaries: [String] = KakaoStage.canaries,
    settings more: [(String, ConfigurationNode.Content)] = [], costs: ProviderStage.Costs? = nil
  ) throws {
    let gone = Lock<Set<String>>(["7"])
    self.gone = gone
    let server = try KindServer { Self.answer($0, gone.withLock { $0 }, shape) }
    self.server = server
    server.folder.write("admin.key", Self.key + "\n", mode: 0o600)
    var values: [(String, ConfigurationNode.Content)] = [
      ("app_id", .text(Self.app)), ("admin_key_file", .text(server.folder.file("admin.key"))),
      ("canaries", .list(canaries.map { AppleStage.node(.text($0)) })),
    ]
    values += server.keys + more
    let provider = try AppleStage.provider(kind: "kakao", values)
    stage = ProviderStage(
      provider: provider,
      alive: { try KindServer.look(String(Self.first + Int64($0)), client: Self.app) },
      dead: { try KindServer.look("7", client: Self.app) },
      requests: { server.requests.count },
      // The first of them goes with the canaries in one list, and then alone.
      costs: costs ?? ProviderStage.Costs(reason: .notLinked, forty: 1, death: 2))
  }

  func stop() async {
    stage.provider.looker.close()
    await server.stop()
  }

  private static func answer(
    _ request: ServerRequest, _ gone: Set<String>, _ shape: Shape
  ) -> ServerResponse {
    guard request.values(of: "Authorization") == ["KakaoAK \(key)"] else {
      return KindServer.json(401, #"{"msg":"wrong appKey(x) format","code":-401}"#)
    }
    let query = request.query ?? ""
    let value = query.split(separator: "=").last.map(String.init) ?? ""
    if request.path == "/v2/user/me" {
      guard query.hasPrefix("target_id_type=user_id&target_id="), !gone.contains(value) else {
        return KindServer.json(400, #"{"msg":"NotRegisteredUserException","code":-101}"#)
      }
      return KindServer.json(200, #"{"id":\#(value),"connected_at":"2022-04-11T01:45:28Z"}"#)
    }
    let ids = value.dropFirst(3).dropLast(3).split(separator: ",").map(String.init)
    let users = ids.filter { !gone.contains($0) }.map { #"{"id":\#($0)}"# }
      .joined(separator: ",")
    guard request.path == "/v2/app/users", ids.count <= 100 else {
      return KindServer.json(400, #"{"msg":"bad","code":-2}"#)
    }
    return KindServer.json(200, shape == .array ? "[\(users)]" : #"{"elements":[\#(users)]}"#)
  }
}
