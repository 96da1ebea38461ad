internal import Crypto
internal import HTTPServer
internal import JSON

/// One kind of provider as its documentation describes it, without faults.
protocol ProviderService: Sendable {
  /// Its endpoints.
  static var endpoints: [Endpoint<Self>] { get }

  /// Whether requests without `User-Agent` are turned away.
  var needsUserAgent: Bool { get }

  /// The names of the pushes it sends, and of the ways to write them.
  static var events: [String] { get }
  /// The ways to write a push that differ from the usual one.
  static var shapes: [String] { get }

  /// The claims of the identity token that a sign-in of now gives; nil: this kind has none.
  func identityClaims(
    _ grant: Grant, code: String?, _ transfer: TeamTransfer?, _ situation: Situation
  ) -> JSONObject?

  /// A push as this kind writes it.
  func push(_ order: PushOrder) throws(CryptoError) -> SandboxPush

  /// A refusal that a fault asks for, in the words of this kind.
  func refusal(_ refusal: Refusal, to request: ServerRequest) -> Outcome
}

extension ProviderService {
  /// What `push` takes.
  var pushes: (events: [String], shapes: [String]) { (Self.events, Self.shapes) }

  /// Without OpenID there is none.
  func identityClaims(
    _ grant: Grant, code: String?, _ transfer: TeamTransfer?, _ situation: Situation
  ) -> JSONObject? { nil }

  /// Most do not look at it.
  var needsUserAgent: Bool { false }

  /// Answers one request out of, and into, `registry`.
  func answer(
    _ request: ServerRequest, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    if needsUserAgent, !request.values(of: "User-Agent").contains(where: { !$0.isEmpty }) {
      return .page(403, "Forbidden", "no-user-agent")
    }
    let here = Self.endpoints.filter { $0.isAt(request.path) }
    guard !here.isEmpty else { return .page(404, "Not Found", "no-such-path") }
    guard let endpoint = here.first(where: { $0.method == request.method }) else {
      return .page(405, "Method Not Allowed", "method")
    }
    return endpoint.answer(self, request, &registry, situation)
  }
}

/// An outcome that our own failing cryptography would make a 500.
func guarded(_ body: () throws(CryptoError) -> Outcome) -> Outcome {
  do throws(CryptoError) { return try body() } catch {
    var outcome = Outcome.page(500, "Internal Server Error", "sandbox-failure")
    outcome.reason = error.description
    return outcome
  }
}
