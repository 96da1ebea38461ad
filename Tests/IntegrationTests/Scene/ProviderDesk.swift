internal import JSON
internal import Linux
internal import Support
internal import Testing

/// One connection to the stand-in provider's control socket, for orders about many users. It blocks
/// for as long as the stand-in takes, which is not long.
final class ProviderDesk: Sendable {
  private let socket: Lock<FileDescriptor>

  /// Connects to a scene's stand-in provider.
  convenience init(_ scene: Scene) throws {
    try self.init(socket: scene.folder.file("sandbox/control.sock"))
  }

  /// Connects to a stand-in provider.
  init(socket path: String) throws {
    socket = Lock(try UnixSocket.connect(path: path))
  }

  /// Signs users in; gives their tokens in order.
  func add(_ subjects: [String]) throws -> [String] {
    try stride(from: 0, to: subjects.count, by: 500).flatMap { start in
      let part = subjects[start..<min(start + 500, subjects.count)]
      let answer = try order(
        JSONObject([
          ("verb", "user-add"), ("subjects", .array(part.map { .string($0) })),
        ]))
      return (answer["users"]?.array ?? []).compactMap { $0["token"]?.string }
    }
  }

  /// Withdraws a user's consent; `how` it shows is the kind's first way by itself.
  func revoke(_ subject: String, as how: String? = nil) throws {
    var members: [(String, JSONValue)] = [
      ("verb", "user-revoke"), ("subject", .string(subject)),
    ]
    if let how { members.append(("as", .string(how))) }
    _ = try order(JSONObject(members))
  }

  /// Has the service behave so, in the words of `control mode`.
  func setMode(_ words: [String]) throws {
    _ = try order(
      JSONObject([("verb", "mode"), ("mode", .array(words.map { .string($0) }))]))
  }

  private func order(_ order: JSONObject) throws -> JSONObject {
    try socket.withLock { try Self.order(order, over: $0) }
  }

  private static func order(
    _ order: JSONObject, over socket: FileDescriptor
  ) throws -> JSONObject {
    var bytes = Array((JSONValue.object(order).encoded() + "\n").utf8)
    while !bytes.isEmpty { bytes.removeFirst(try socket.send(bytes)) }
    var answer: [UInt8] = []
    while answer.last != UInt8(ascii: "\n") {
      let more = try #require(try socket.read(upTo: 65_536))
      guard !more.isEmpty else { throw Scene.Failure(description: "the stand-in has ended") }
      answer += more
    }
    let fields = try #require(try JSONValue.parse(answer, maximumBytes: 1 << 20).object)
    guard fields["ok"]?.bool == true else {
      throw Scene.Failure(description: "refused: \(fields["error"]?.string ?? "")")
    }
    return fields
  }
}
