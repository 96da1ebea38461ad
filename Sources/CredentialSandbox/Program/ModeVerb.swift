/// `control mode` and `control stop`.
enum ModeVerb {
  static func run(_ invocation: Invocation) throws(SandboxError) {
    var words = invocation.operands
    if let seconds = invocation["retry-after"] {
      guard words == ["throttle"] else {
        throw SandboxError(.usage, "--retry-after goes with mode throttle alone")
      }
      words.append(seconds)
    }
    let mode = try SandboxMode(words: words)
    let scopes = ["users", "requests"].compactMap { name in invocation[name].map { [name, $0] } }
    guard scopes.count < 2 else {
      throw SandboxError(.usage, "a fault is for --users or for --requests, not both")
    }
    let scope = try FaultScope(words: scopes.first ?? [])
    _ = try ControlClient(invocation.files).send(.setMode(mode, scope))
  }

  static func stop(_ invocation: Invocation) throws(SandboxError) {
    let client = try ControlClient(invocation.files)
    _ = try client.send(.stop)
    client.waitForEnd()
  }
}
