internal import CredentialCore
internal import JSON

/// The JSON object that a mode of `credstated` has printed.
enum ProgramReport {
  /// The object of a program that has done its work; a refusal is thrown. Status 1 tells of a work
  /// whose result is bad.
  static func value(of outcome: LaunchOutcome) throws(CommandFailure) -> Value {
    let bytes = Array(outcome.output.utf8)
    let document = try? JSONValue.parse(bytes, maximumBytes: ProcessLauncher.outputLimit)
    let isDone = outcome.status == ExitStatus.done.rawValue
    guard isDone || outcome.status == ExitStatus.failed.rawValue && document != nil else {
      let message = outcome.output.split(separator: "\n").joined(separator: "; ")
      let isUsage = outcome.status == ExitStatus.usage.rawValue
      throw CommandFailure(isUsage ? .invalidArgument : .program, message)
    }
    guard let document else {
      throw CommandFailure(.incompatible, "credstated printed no JSON object")
    }
    return Value(document)
  }
}

extension Value {
  /// The same value; what no answer of the product holds (null, fractions) becomes text.
  fileprivate init(_ json: JSONValue) {
    switch json {
    case .bool(let truth): self = .boolean(truth)
    case .integer(let number): self = .integer(number)
    case .string(let text): self = .text(text)
    case .array(let values): self = .list(values.map { Value($0) })
    case .object(let object):
      var fields: Fields = [:]
      for member in object.members { fields.add(member.key, Value(member.value)) }
      self = .fields(fields)
    case .null, .real: self = .text(json.encoded())
    }
  }
}
