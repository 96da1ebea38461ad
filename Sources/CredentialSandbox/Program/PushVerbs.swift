internal import JSON

/// `control push`, `control sign-in` and the verbs below `control transfer`.
enum PushVerbs {
  static func push(_ invocation: Invocation) throws(SandboxError) {
    let (event, subject) = (invocation.operands[0], invocation.operands[1])
    let order = ControlRequest.push(
      event: event, subject: subject, try options(invocation))
    var answer = try ControlClient(invocation.files).send(order)
    answer["ok"] = nil
    guard !invocation.has("json") else { return try Terminal.print(answer.text + "\n") }
    try Terminal.print(answer["query"]?.string ?? answer["body"]?.string ?? "")
  }

  private static func options(_ invocation: Invocation) throws(SandboxError) -> PushOptions {
    var options = PushOptions()
    options.client = invocation["client"]
    options.id = invocation["id"]
    options.reason = invocation["reason"]
    options.issued = try seconds(invocation, "issued")
    options.happened = try seconds(invocation, "happened")
    options.shapes = invocation.options["shape"] ?? []
    if let word = invocation["wrong"] { options.forgery = try Forgery(word: word) }
    options.members = try members(invocation, "members")
    return options
  }

  static func signIn(_ invocation: Invocation) throws(SandboxError) {
    var options = UserVerbs.options(invocation)
    options.claims = try members(invocation, "claims")
    var forgery: Forgery?
    if let word = invocation["wrong"] { forgery = try Forgery(word: word) }
    var answer = try ControlClient(invocation.files).send(
      .signIn(
        subject: invocation.operands[0], client: invocation["client"], options, forgery))
    answer["ok"] = nil
    try Terminal.print(answer.text + "\n")
  }

  static func accept(_ invocation: Invocation) throws(SandboxError) {
    let days = try invocation.number("days-ago", in: 0...36_500, or: 0)
    _ = try ControlClient(invocation.files).send(
      .acceptTransfer(daysAgo: days, endsTokens: invocation.has("end-tokens")))
  }

  static func names(_ invocation: Invocation) throws(SandboxError) {
    var answer = try ControlClient(invocation.files).send(
      .transferNames(subject: invocation.operands[0]))
    answer["ok"] = nil
    try Terminal.print(answer.text + "\n")
  }

  private static func seconds(
    _ invocation: Invocation, _ name: String
  ) throws(SandboxError) -> Int64? {
    guard let text = invocation[name] else { return nil }
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw SandboxError(.usage, "--\(name): \"\(text)\" is no number of seconds since 1970")
    }
    return seconds
  }

  private static func members(
    _ invocation: Invocation, _ name: String
  ) throws(SandboxError) -> JSONObject {
    let text = Array((invocation[name] ?? "{}").utf8)
    let members: JSONObject?
    do throws(JSONError) {
      members = try JSONValue.parse(text, maximumBytes: 65_536).object
    } catch {
      throw SandboxError(.usage, "--\(name): no JSON: \(error)")
    }
    guard let members else { throw SandboxError(.usage, "--\(name): no JSON object") }
    return members
  }
}
