internal import Crypto
internal import HTTPServer

/// One kind of provider as its documentation describes it, without faults.
protocol ProviderService: Sendable {
  /// Its endpoints.
  static var endpoints: [Endpoint<Self>] { get }

  /// Whether requests without `User-Agent` are turned away.
  var needsUserAgent: Bool { get }

  /// A refusal that a fault asks for, in the words of this kind.
  func refusal(_ refusal: Refusal, to request: ServerRequest) -> Outcome
}

extension ProviderService {
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
