internal import JSON

extension PushOptions {
  /// What the control line says.
  var fields: [(String, JSONValue)] {
    var fields = JSONObject()
    fields["client"] = client.map { .string($0) }
    fields["issued"] = issued.map { .integer($0) }
    fields["happened"] = happened.map { .integer($0) }
    fields["id"] = id.map { .string($0) }
    fields["reason"] = reason.map { .string($0) }
    fields["shapes"] = shapes.isEmpty ? nil : .array(shapes.map { .string($0) })
    fields["wrong"] = forgery.map { .string($0.rawValue) }
    fields["members"] = members.members.isEmpty ? nil : .object(members)
    return fields.members.map { ($0.key, $0.value) }
  }

  /// Reads what a control line says.
  init(fields: JSONObject) throws(SandboxError) {
    self.init()
    client = fields["client"]?.string
    issued = fields["issued"]?.integer
    happened = fields["happened"]?.integer
    id = fields["id"]?.string
    reason = fields["reason"]?.string
    shapes = (fields["shapes"]?.array ?? []).compactMap(\.string)
    members = fields["members"]?.object ?? JSONObject()
    if let word = fields["wrong"]?.string { forgery = try Forgery(word: word) }
  }
}

extension SandboxPush {
  /// The push as the control line, and `push --json`, tell it.
  var fields: JSONObject {
    var fields = JSONObject([("method", .string(method))])
    fields["query"] = query.map { .string($0) }
    fields["headers"] = .array(
      headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    fields["body"] = .string(String(decoding: body, as: UTF8.self))
    return fields
  }
}
