internal import CredentialCore
internal import JSON

/// How a hook is to be run, complete: the runner adds only its mark to the environment.
package struct RunRequest: Sendable, Equatable {
  /// The executable's absolute path.
  package var path: String
  /// Its arguments after its own name.
  package var arguments: [String]
  /// Its environment, as `NAME=value`.
  package var environment: [String]
  /// Its working directory.
  package var directory: String
  /// Its file mode mask.
  package var mask: UInt32
  /// How long it may run.
  package var limit: Duration
  /// How long it has to end after SIGTERM.
  package var grace: Duration

  /// Spells out a request.
  package init(
    path: String, arguments: [String], environment: [String], directory: String, mask: UInt32,
    limit: Duration, grace: Duration
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.mask = mask
    self.limit = limit
    self.grace = grace
  }

  var json: JSONValue {
    [
      "path": .string(path), "arguments": .array(arguments.map { .string($0) }),
      "environment": .array(environment.map { .string($0) }), "directory": .string(directory),
      "mask": .integer(Int64(mask)),
      "limit_ms": .integer(limit.wholeMilliseconds), "grace_ms": .integer(grace.wholeMilliseconds),
    ]
  }

  init(json: JSONValue) throws(MessageFault) {
    guard let path = json["path"]?.string, path.utf8.count <= Self.longestPath,
      let directory = json["directory"]?.string, directory.utf8.count <= Self.longestPath,
      let mask = json["mask"]?.integer, (0...0o777).contains(mask),
      let limit = json["limit_ms"]?.integer, (1...Self.longestMilliseconds).contains(limit),
      let grace = json["grace_ms"]?.integer, (0...Self.longestMilliseconds).contains(grace)
    else { throw MessageFault("\"prepare\" lacks a member, or one is out of range") }
    self.path = path
    arguments = try Self.strings(json["arguments"])
    environment = try Self.strings(json["environment"])
    self.directory = directory
    self.mask = UInt32(mask)
    self.limit = .milliseconds(limit)
    self.grace = .milliseconds(grace)
  }

  /// `PATH_MAX` of path_resolution(7).
  private static let longestPath = 4096
  private static let longestMilliseconds: Int64 = 7 * 86_400_000

  private static func strings(_ json: JSONValue?) throws(MessageFault) -> [String] {
    let strings = json?.array?.compactMap(\.string)
    guard let strings, strings.count == json?.array?.count else {
      throw MessageFault("\"arguments\" and \"environment\" must be lists of text")
    }
    return strings
  }
}

extension Duration {
  /// Whole nanoseconds, at least 0.
  var nanoseconds: UInt64 { UInt64(max(wholeMilliseconds, 0)) * 1_000_000 }
}
