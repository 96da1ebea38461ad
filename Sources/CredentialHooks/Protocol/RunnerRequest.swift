internal import JSON

/// What the daemon asks of the runner.
package enum RunnerRequest: Sendable, Equatable {
  /// Who are you and what do you know? Answered by `hello` and an `outcome` for each ended attempt.
  case hello
  /// Make ready, but do not run yet. Answered by `prepared` or `refused`.
  case prepare(AttemptKey, RunRequest)
  /// The attempt is committed as started: run it with this standard input. Answered by `outcome`
  /// when it has ended.
  case go(AttemptKey, input: String)
  /// A prepared attempt is not wanted any more. Not answered.
  case cancel(AttemptKey)
  /// The outcome is committed: forget it. Not answered.
  case acknowledge(AttemptKey)

  /// The version of the protocol, in `hello` both ways.
  package static let version: Int64 = 1

  var json: JSONValue {
    switch self {
    case .hello: ["type": "hello", "version": .integer(Self.version)]
    case .prepare(let key, let run): ["type": "prepare", "attempt": key.json, "run": run.json]
    case .go(let key, let input): ["type": "go", "attempt": key.json, "input": .string(input)]
    case .cancel(let key): ["type": "cancel", "attempt": key.json]
    case .acknowledge(let key): ["type": "ack", "attempt": key.json]
    }
  }

  init(json: JSONValue) throws(MessageFault) {
    switch json["type"]?.string {
    case "hello":
      guard json["version"]?.integer == Self.version else {
        throw MessageFault("the other side speaks another version of the protocol")
      }
      self = .hello
    case "prepare":
      let run = try RunRequest(json: json["run"] ?? .null)
      self = .prepare(try AttemptKey(json: json["attempt"]), run)
    case "go":
      guard let input = json["input"]?.string else { throw MessageFault("\"go\" has no input") }
      self = .go(try AttemptKey(json: json["attempt"]), input: input)
    case "cancel": self = .cancel(try AttemptKey(json: json["attempt"]))
    case "ack": self = .acknowledge(try AttemptKey(json: json["attempt"]))
    default: throw MessageFault("a request of an unknown type")
    }
  }
}
