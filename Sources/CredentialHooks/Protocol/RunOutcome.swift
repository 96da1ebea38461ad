internal import CredentialCore
internal import JSON

/// How a run ended, and what it printed.
package struct RunOutcome: Sendable, Equatable {
  /// The ways to end.
  package enum Ending: Sendable, Equatable {
    /// It exited with this status.
    case exited(Int)
    /// A signal that the runner did not send killed it.
    case signalled(Int)
    /// The runner ended it at its time limit.
    case timedOut
    /// The runner ended it because it was stopped itself.
    case interrupted
    /// It could not be executed, because of this.
    case notStarted(String)
    /// It was not executed, because of this, and nothing is wrong with it.
    case lost(String)
  }

  /// How it ended.
  package var ending: Ending
  /// How many processes the runner had to kill: the hook's own, and what it left behind.
  package var killed: Int
  /// From the go byte to the end.
  package var runtime: Duration
  /// What it wrote to standard output.
  package var output: CapturedOutput
  /// What it wrote to standard error.
  package var errors: CapturedOutput

  /// Describes an end.
  package init(
    ending: Ending, killed: Int, runtime: Duration, output: CapturedOutput, errors: CapturedOutput
  ) {
    self.ending = ending
    self.killed = killed
    self.runtime = runtime
    self.output = output
    self.errors = errors
  }

  var json: JSONValue {
    let (kind, detail): (String, JSONValue) =
      switch ending {
      case .exited(let status): ("exited", .integer(Int64(status)))
      case .signalled(let number): ("signalled", .integer(Int64(number)))
      case .timedOut: ("timed_out", .null)
      case .interrupted: ("interrupted", .null)
      case .notStarted(let reason): ("not_started", .string(reason))
      case .lost(let reason): ("lost", .string(reason))
      }
    return [
      "ending": .string(kind), "detail": detail, "killed": .integer(Int64(killed)),
      "runtime_ms": .integer(runtime.wholeMilliseconds), "stdout": output.json,
      "stderr": errors.json,
    ]
  }

  init(json: JSONValue?) throws(MessageFault) {
    guard let json, let killed = json["killed"]?.integer,
      let runtime = json["runtime_ms"]?.integer,
      let ending = Self.ending(json["ending"]?.string, json["detail"])
    else { throw MessageFault("\"outcome\" lacks a member") }
    self.ending = ending
    self.killed = Int(clamping: killed)
    self.runtime = .milliseconds(runtime)
    output = try CapturedOutput(json: json["stdout"])
    errors = try CapturedOutput(json: json["stderr"])
  }

  private static func ending(_ kind: String?, _ detail: JSONValue?) -> Ending? {
    switch kind {
    case "exited": (detail?.integer).map { .exited(Int(clamping: $0)) }
    case "signalled": (detail?.integer).map { .signalled(Int(clamping: $0)) }
    case "timed_out": .timedOut
    case "interrupted": .interrupted
    case "not_started": (detail?.string).map { .notStarted($0) }
    case "lost": (detail?.string).map { .lost($0) }
    default: nil
    }
  }
}
