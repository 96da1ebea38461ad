internal import JSON

/// `control key rotate` and `control discovery`.
enum KeyVerbs {
  static func rotate(_ invocation: Invocation) throws(SandboxError) {
    let keepsOld = !invocation.has("drop-old")
    _ = try ControlClient(invocation.files).send(.rotateKey(keepsOld: keepsOld))
  }

  static func discovery(_ invocation: Invocation) throws(SandboxError) {
    let text = Array((invocation.operands.first ?? "{}").utf8)
    let members: JSONObject?
    do throws(JSONError) {
      members = try JSONValue.parse(text, maximumBytes: 65_536).object
    } catch {
      throw SandboxError(.usage, "the members are no JSON: \(error)")
    }
    guard let members else { throw SandboxError(.usage, "the members are no JSON object") }
    _ = try ControlClient(invocation.files).send(.setDiscovery(members))
  }
}
