internal import JSON

/// The verbs below `control user`.
enum UserVerbs {
  /// The most users of one `user add`.
  static let mostUsers = 1_000_000

  static func add(_ invocation: Invocation) throws(SandboxError) {
    let subjects = try subjects(invocation)
    let isOne = !invocation.operands.isEmpty
    let client = try ControlClient(invocation.files)
    for start in stride(from: 0, to: subjects.count, by: ControlRequest.batch) {
      let batch = Array(subjects[start..<min(start + ControlRequest.batch, subjects.count)])
      let answer = try client.send(.addUsers(subjects: batch, client: invocation["client"]))
      let lines = (answer["users"]?.array ?? []).compactMap(\.object).map { user in
        let token = user["token"]?.string ?? ""
        return isOne ? "\(token)\n" : "\(user["subject"]?.string ?? "")\t\(token)\n"
      }
      try Terminal.print(lines.joined())
    }
  }

  private static func subjects(_ invocation: Invocation) throws(SandboxError) -> [String] {
    let ways = [!invocation.operands.isEmpty, invocation.has("count"), invocation.has("stdin")]
    guard ways.filter({ $0 }).count == 1 else {
      throw SandboxError(.usage, "user add takes exactly one of: SUBJECT, --count N, --stdin")
    }
    guard invocation.has("count") || !invocation.has("prefix") else {
      throw SandboxError(.usage, "--prefix goes with --count")
    }
    if invocation.has("stdin") { return try Terminal.readLines(limit: 268_435_456) }
    if let subject = invocation.operands.first { return [subject] }
    let count = try invocation.number("count", in: 1...mostUsers, or: 1)
    let prefix = invocation["prefix"] ?? "user-"
    return (1...count).map { "\(prefix)\($0)" }
  }

  static func code(_ invocation: Invocation) throws(SandboxError) {
    let client = try ControlClient(invocation.files)
    let answer = try client.send(
      .addCode(
        subject: invocation.operands[0], client: invocation["client"], options(invocation)))
    try Terminal.print("\(answer["code"]?.string ?? "")\n")
  }

  static func options(_ invocation: Invocation) -> SignInOptions {
    var options = SignInOptions(
      nonce: invocation["nonce"], redirectURI: invocation["redirect-uri"],
      challenge: invocation["code-challenge"])
    if let scopes = invocation.options["scope"] { options.scopes = scopes }
    return options
  }

  static func revoke(_ invocation: Invocation) throws(SandboxError) {
    var answer: RevokedAs?
    if let text = invocation["as"] { answer = try RevokedAs(word: text) }
    let client = try ControlClient(invocation.files)
    _ = try client.send(.revoke(subject: invocation.operands[0], as: answer))
  }

  static func delete(_ invocation: Invocation) throws(SandboxError) {
    let client = try ControlClient(invocation.files)
    _ = try client.send(.delete(subject: invocation.operands[0]))
  }

  static func comeBack(_ invocation: Invocation) throws(SandboxError) {
    let client = try ControlClient(invocation.files)
    let answer = try client.send(
      .comeBack(subject: invocation.operands[0], client: invocation["client"]))
    try Terminal.print("\(answer["token"]?.string ?? "")\n")
  }

  static func restore(_ invocation: Invocation) throws(SandboxError) {
    let client = try ControlClient(invocation.files)
    _ = try client.send(.restore(subject: invocation.operands[0]))
  }

  static func list(_ invocation: Invocation) throws(SandboxError) {
    let client = try ControlClient(invocation.files)
    var offset = 0
    while true {
      let answer = try client.send(.listUsers(offset: offset))
      let users = (answer["users"]?.array ?? []).compactMap(\.object)
      guard !users.isEmpty else { return }
      offset += users.count
      try Terminal.print(users.map(line).joined())
    }
  }

  private static func line(_ user: JSONObject) -> String {
    let clients = (user["clients"]?.array ?? []).compactMap(\.string).joined(separator: ",")
    let state = user["revoked_as"]?.string ?? "good"
    return "\(user["subject"]?.string ?? "")\t\(clients)\t\(state)\n"
  }
}
