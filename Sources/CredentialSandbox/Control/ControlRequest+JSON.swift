internal import JSON

extension ControlRequest {
  /// The line to send, without its line end.
  var line: String {
    var members: [(String, JSONValue)]
    switch self {
    case .addUsers(let subjects, let client):
      members = [("verb", "user-add"), ("subjects", .array(subjects.map { .string($0) }))]
      if let client { members.append(("client", .string(client))) }
    case .addCode(let subject, let client):
      members = [("verb", "user-code"), ("subject", .string(subject))]
      if let client { members.append(("client", .string(client))) }
    case .revoke(let subject, let answer):
      members = [
        ("verb", "user-revoke"), ("subject", .string(subject)), ("as", .string(answer.rawValue)),
      ]
    case .restore(let subject):
      members = [("verb", "user-restore"), ("subject", .string(subject))]
    case .listUsers(let offset):
      members = [("verb", "user-list"), ("offset", .integer(Int64(offset)))]
    case .setMode(let mode, let scope):
      members = [
        ("verb", "mode"), ("mode", .array(mode.words.map { .string($0) })),
        ("scope", .array(scope.words.map { .string($0) })),
      ]
    case .stop: members = [("verb", "stop")]
    }
    return JSONValue.object(JSONObject(members)).encoded()
  }

  /// Reads a line.
  init(line: [UInt8]) throws(SandboxError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try .parse(line, maximumBytes: Self.longestLine)
    } catch {
      throw SandboxError(.usage, "the control line is no JSON: \(error)")
    }
    guard let fields = value.object, let verb = fields["verb"]?.string else {
      throw SandboxError(.usage, "the control line is no object with a verb")
    }
    self = try Self.read(verb, fields)
  }

  private static func read(
    _ verb: String, _ fields: JSONObject
  ) throws(SandboxError) -> ControlRequest {
    switch verb {
    case "user-add":
      let subjects = (fields["subjects"]?.array ?? []).compactMap(\.string)
      guard (1...batch).contains(subjects.count) else {
        throw SandboxError(.usage, "user-add takes 1 to \(batch) subjects at once")
      }
      return .addUsers(subjects: subjects, client: fields["client"]?.string)
    case "user-code":
      return .addCode(subject: try subject(fields), client: fields["client"]?.string)
    case "user-revoke":
      guard let answer = RevokedAs(rawValue: fields["as"]?.string ?? "") else {
        throw SandboxError(.usage, "user-revoke: as is invalid_grant or invalid_request")
      }
      return .revoke(subject: try subject(fields), as: answer)
    case "user-restore": return .restore(subject: try subject(fields))
    case "user-list": return .listUsers(offset: Int(max(fields["offset"]?.integer ?? 0, 0)))
    case "mode":
      return .setMode(
        try SandboxMode(words: (fields["mode"]?.array ?? []).compactMap(\.string)),
        try FaultScope(words: (fields["scope"]?.array ?? []).compactMap(\.string)))
    case "stop": return .stop
    default: throw SandboxError(.usage, "the control verb \"\(verb.prefix(40))\" does not exist")
    }
  }

  private static func subject(_ fields: JSONObject) throws(SandboxError) -> String {
    guard let subject = fields["subject"]?.string else {
      throw SandboxError(.usage, "the control line names no subject")
    }
    return subject
  }
}
