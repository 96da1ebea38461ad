internal import JSON

extension Sandbox {
  /// Does what a control request says; `stop` is left to the caller.
  func perform(_ request: ControlRequest) throws(SandboxError) -> JSONObject {
    switch request {
    case .addUsers(let subjects, let client):
      return JSONObject([("users", .array(try addUsers(subjects, client)))])
    case .addCode(let subject, let client, let options):
      let code = try addCode(
        subject, client: client ?? settings.clients[0], options: options)
      return JSONObject([("code", .string(code))])
    case .revoke(let subject, let answer): try revoke(subject, as: answer)
    case .delete(let subject): try delete(subject)
    case .comeBack(let subject, let client):
      let token = try comeBack(subject, client: client ?? settings.clients[0])
      return JSONObject([("token", .string(token))])
    case .signIn(let subject, let client, let options, let forgery):
      return try signIn(subject, client, options, forgery)
    case .push(let event, let subject, let options):
      return try push(event, subject, options: options).fields
    case .acceptTransfer(let days, let endsTokens):
      try acceptTransfer(daysAgo: days, endsTokens: endsTokens)
    case .transferNames(let subject):
      let names = transferNames(subject)
      return JSONObject([("transfer_sub", .string(names.bridge)), ("sub", .string(names.new))])
    case .rotateKey(let keepsOld): try rotateKey(keepsOld: keepsOld)
    case .setDiscovery(let members): setDiscovery(members)
    case .restore(let subject): try restore(subject)
    case .listUsers(let offset): return list(offset)
    case .setMode(let mode, let scope): setMode(mode, for: scope)
    case .stop: break
    }
    return JSONObject()
  }

  private func signIn(
    _ subject: String, _ client: String?, _ options: SignInOptions, _ forgery: Forgery?
  ) throws(SandboxError) -> JSONObject {
    let made = try signIn(
      subject, client: client ?? settings.clients[0], options: options, forgery: forgery)
    return JSONObject([
      ("code", .string(made.code)), ("id_token", .string(made.identityToken)),
    ])
  }

  private func addUsers(
    _ subjects: [String], _ client: String?
  ) throws(SandboxError) -> [JSONValue] {
    var added: [JSONValue] = []
    for subject in subjects {
      let token = try addUser(subject, client: client ?? settings.clients[0])
      added.append(
        .object(JSONObject([("subject", .string(subject)), ("token", .string(token))])))
    }
    return added
  }

  private func list(_ offset: Int) -> JSONObject {
    let all = users()
    let page = all.dropFirst(offset).prefix(ControlRequest.batch).map { user in
      var fields = JSONObject([
        ("subject", .string(user.subject)),
        ("clients", .array(user.clients.map { .string($0) })),
      ])
      if let answer = user.revokedAs { fields["revoked_as"] = .string(answer.rawValue) }
      return JSONValue.object(fields)
    }
    return JSONObject([("users", .array(Array(page))), ("total", .integer(Int64(all.count)))])
  }
}
