internal import JSON

/// What the runner tells the daemon.
package enum RunnerReply: Sendable, Equatable {
  /// Attempts, running ones and those whose outcomes follow, that the coming `hello` has no room for.
  case known(running: [AttemptKey], ended: [AttemptKey])
  /// Who it is (a new id at each start), the attempts that are running, and those whose outcomes
  /// follow. An attempt that was told `go` and is neither here nor in a `known` before is dead.
  case hello(instance: String, running: [AttemptKey], ended: [AttemptKey])
  /// The attempt waits for `go`.
  case prepared(AttemptKey)
  /// The attempt cannot be run, because of this; nothing was started. `isBusy`: nothing is wrong with
  /// it, the runner has no room.
  case refused(AttemptKey, reason: String, isBusy: Bool)
  /// The attempt has ended; told again at each `hello` until acknowledged.
  case outcome(AttemptKey, RunOutcome)
  /// The connection is closed because of this.
  case fault(String)

  var json: JSONValue {
    switch self {
    case .known(let running, let ended):
      [
        "type": "known", "running": .array(running.map(\.json)),
        "ended": .array(ended.map(\.json)),
      ]
    case .hello(let instance, let running, let ended):
      [
        "type": "hello", "version": .integer(RunnerRequest.version),
        "instance": .string(instance), "running": .array(running.map(\.json)),
        "ended": .array(ended.map(\.json)),
      ]
    case .prepared(let key): ["type": "prepared", "attempt": key.json]
    case .refused(let key, let reason, let isBusy):
      [
        "type": "refused", "attempt": key.json, "reason": .string(reason), "busy": .bool(isBusy),
      ]
    case .outcome(let key, let outcome):
      ["type": "outcome", "attempt": key.json, "outcome": outcome.json]
    case .fault(let reason): ["type": "fault", "reason": .string(reason)]
    }
  }

  init(json: JSONValue) throws(MessageFault) {
    switch json["type"]?.string {
    case "known":
      self = .known(running: try Self.keys(json["running"]), ended: try Self.keys(json["ended"]))
    case "hello": self = try Self.hello(json)
    case "prepared": self = .prepared(try AttemptKey(json: json["attempt"]))
    case "refused":
      let reason = json["reason"]?.string ?? "no reason given"
      let isBusy = json["busy"]?.bool ?? false
      self = .refused(try AttemptKey(json: json["attempt"]), reason: reason, isBusy: isBusy)
    case "outcome":
      let outcome = try RunOutcome(json: json["outcome"])
      self = .outcome(try AttemptKey(json: json["attempt"]), outcome)
    case "fault": self = .fault(json["reason"]?.string ?? "no reason given")
    default: throw MessageFault("a reply of an unknown type")
    }
  }

  private static func hello(_ json: JSONValue) throws(MessageFault) -> Self {
    guard json["version"]?.integer == RunnerRequest.version,
      let instance = json["instance"]?.string
    else { throw MessageFault("the other side speaks another version of the protocol") }
    return .hello(
      instance: instance, running: try keys(json["running"]), ended: try keys(json["ended"]))
  }

  /// What a message is about, for an error.
  var topic: String {
    switch self {
    case .known, .hello: "the attempts it knows"
    case .prepared(let key), .refused(let key, _, _), .outcome(let key, _): "\(key)"
    case .fault: "a fault"
    }
  }

  private static func keys(_ json: JSONValue?) throws(MessageFault) -> [AttemptKey] {
    var keys: [AttemptKey] = []
    for element in json?.array ?? [] { keys.append(try AttemptKey(json: element)) }
    return keys
  }
}
