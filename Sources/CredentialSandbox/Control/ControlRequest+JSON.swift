internal import JSON

extension ControlRequest {
  /// The line to send, without its line end.
  var line: String {
    var members: [(String, JSONValue)]
    switch self {
    case .addUsers(let subjects, let client):
      members = [("verb", "user-add"), ("subjects", .array(subjects.map { .string($0) }))]
      if let client { members.append(("client", .string(client))) }
    case .addCode(let subject, let client, let options):
      members = [("verb", "user-code"), ("subject", .string(subject))]
      if let client { members.append(("client", .string(client))) }
      members += options.members
    case .revoke(let subject, let answer):
      members = [("verb", "user-revoke"), ("subject", .string(subject))]
      if let answer { members.append(("as", .string(answer.rawValue))) }
    case .delete(let subject):
      members = [("verb", "user-delete"), ("subject", .string(subject))]
    case .comeBack(let subject, let client):
      members = [("verb", "user-return"), ("subject", .string(subject))]
      if let client { members.append(("client", .string(client))) }
    case .signIn(let subject, let client, let options, let forgery):
      members = [("verb", "sign-in"), ("subject", .string(subject))]
      if let client { members.append(("client", .string(client))) }
      if let forgery { members.append(("wrong", .string(forgery.rawValue))) }
      members += options.members
    case .push(let event, let subject, let options):
      members = [("verb", "push"), ("event", .string(event)), ("subject", .string(subject))]
      members += options.fields
    case .acceptTransfer(let days, let endsTokens):
      members = [
        ("verb", "transfer-accept"), ("days_ago", .integer(Int64(days))),
        ("ends_tokens", .bool(endsTokens)),
      ]
    case .transferNames(let subject):
      members = [("verb", "transfer-names"), ("subject", .string(subject))]
    case .rotateKey(let keepsOld): members = [("verb", "key-rotate"), ("keep", .bool(keepsOld))]
    case .setDiscovery(let discovery):
      members = [("verb", "discovery"), ("members", .object(discovery))]
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
      return .addCode(
        subject: try subject(fields), client: fields["client"]?.string,
        SignInOptions(members: fields))
    case "user-revoke": return .revoke(subject: try subject(fields), as: try answer(fields))
    case "user-delete": return .delete(subject: try subject(fields))
    case "user-return":
      return .comeBack(subject: try subject(fields), client: fields["client"]?.string)
    case "sign-in":
      return .signIn(
        subject: try subject(fields), client: fields["client"]?.string,
        SignInOptions(members: fields), try forgery(fields))
    case "push":
      guard let event = fields["event"]?.string else {
        throw SandboxError(.usage, "push: the control line names no event")
      }
      return .push(
        event: event, subject: try subject(fields), try PushOptions(fields: fields))
    case "transfer-accept":
      return .acceptTransfer(
        daysAgo: Int(min(max(fields["days_ago"]?.integer ?? 0, 0), 36_500)),
        endsTokens: fields["ends_tokens"]?.bool ?? false)
    case "transfer-names": return .transferNames(subject: try subject(fields))
    case "key-rotate": return .rotateKey(keepsOld: fields["keep"]?.bool ?? true)
    case "discovery": return .setDiscovery(fields["members"]?.object ?? JSONObject())
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

  private static func forgery(_ fields: JSONObject) throws(SandboxError) -> Forgery? {
    guard let word = fields["wrong"]?.string else { return nil }
    return try Forgery(word: word)
  }

  private static func answer(_ fields: JSONObject) throws(SandboxError) -> RevokedAs? {
    guard let text = fields["as"]?.string else { return nil }
    return try RevokedAs(word: text)
  }

  private static func subject(_ fields: JSONObject) throws(SandboxError) -> String {
    guard let subject = fields["subject"]?.string else {
      throw SandboxError(.usage, "the control line names no subject")
    }
    return subject
  }
}
