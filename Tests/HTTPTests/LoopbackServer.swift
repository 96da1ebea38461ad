internal import HTTP
internal import HTTPServer
internal import Linux

/// A plain HTTP server on the loopback that keeps what it was asked.
final class LoopbackServer: Sendable {
  private let server: WebServer
  private let seen: Lock<[ServerRequest]>

  /// Answers each request, given with its number from 0, by `answer`.
  init(
    address: String = "127.0.0.1",
    _ answer: @escaping @Sendable (Int, ServerRequest) -> ServerResponse
  ) throws {
    let seen = Lock<[ServerRequest]>([])
    self.seen = seen
    server = try WebServer(configuration: WebServerConfiguration(address: address)) {
      request, responder in
      let number = seen.withLock { seen in
        seen.append(request)
        return seen.count - 1
      }
      responder.send(answer(number, request))
    }
  }

  /// The requests so far.
  var requests: [ServerRequest] { seen.withLock { $0 } }

  /// The port it serves.
  var port: UInt16 { server.port }

  /// The address of `path`.
  func url(_ path: String = "/", scheme: String = "http") -> String {
    "\(scheme)://127.0.0.1:\(server.port)\(path)"
  }

  /// Closes the server.
  func stop() async { await server.stop(grace: .zero) }
}

extension HTTPConfiguration {
  /// The defaults for a plain server on the loopback, with time enough on a busy machine.
  static func loopback(_ change: (inout HTTPConfiguration) -> Void = { _ in }) -> Self {
    var configuration = HTTPConfiguration(userAgent: "credstate-test/1")
    configuration.allowsPlainText = true
    (configuration.connectTimeout, configuration.totalTimeout) = (.seconds(300), .seconds(300))
    change(&configuration)
    return configuration
  }
}

extension HTTPClient {
  /// The completions of `batch` in the order of their tags, once all have come.
  func completions(of batch: [HTTPRequest]) async -> [HTTPCompletion] {
    let (stream, feed) = AsyncStream.makeStream(of: [HTTPCompletion].self)
    submit(batch) { feed.yield($0) }
    var all: [HTTPCompletion] = []
    for await group in stream {
      all += group
      if all.count >= batch.count { break }
    }
    return all.sorted { $0.tag < $1.tag }
  }

  /// The answer to one request.
  func response(to request: HTTPRequest) async throws -> HTTPResponse? {
    try await completions(of: [request]).first?.outcome.get()
  }

  /// The failure of one request; nil when it was answered.
  func failure(of request: HTTPRequest) async -> HTTPFailure? {
    await completions(of: [request]).first?.failure
  }
}

extension HTTPCompletion {
  /// Why there is no answer; nil when there is one.
  var failure: HTTPFailure? {
    if case .failure(let failure) = outcome { failure } else { nil }
  }
}

extension HTTPBody {
  /// The bytes as text.
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

/// A POST of a small form to `url`.
func post(_ url: String, tag: Int = 0, body: String = "a=b") -> HTTPRequest {
  HTTPRequest(
    tag: tag, method: .post, url: url,
    fields: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
    body: HTTPBody(Array(body.utf8)))
}
