internal import JSON
internal import Linux
internal import Support
internal import Testing

/// One connection to the stand-in provider's control socket, for orders about many users. It blocks
/// for as long as the stand-in takes, which is not long.
final class ProviderDesk {
  private let socket: FileDescriptor

  /// Connects to a scene's stand-in provider.
  init(_ scene: Scene) throws {
    socket = try UnixSocket.connect(path: scene.folder.file("sandbox/control.sock"))
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

  /// Withdraws a user's consent.
  func revoke(_ subject: String) throws {
    _ = try order(
      JSONObject([
        ("verb", "user-revoke"), ("subject", .string(subject)), ("as", "invalid_grant"),
      ]))
  }

  private func order(_ order: JSONObject) throws -> JSONObject {
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
