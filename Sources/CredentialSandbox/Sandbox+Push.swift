internal import Crypto
internal import Linux

extension Sandbox {
  /// What the provider would send when `event` happens to `subject`; nothing happens to the user.
  ///
  /// `event` is a name of the kind's table, or for security events also the address of an event.
  /// The user need not exist.
  package func push(
    _ event: String, _ subject: String, options: PushOptions = PushOptions()
  ) throws(SandboxError) -> SandboxPush {
    let known = service.pushes
    guard known.events.contains(event) || event.contains("://") else {
      throw Self.noSuch("event", event, known.events)
    }
    for shape in options.shapes where !known.shapes.contains(shape) {
      throw Self.noSuch("shape", shape, known.shapes)
    }
    let now = clock() / 1_000
    let (base, keys) = state.withLock { ($0.base, $0.keys) }
    let order = PushOrder(
      event: event, subject: subject, client: options.client ?? settings.clients[0],
      options: options, now: now, base: base, keys: keys)
    do throws(CryptoError) { return try service.push(order) } catch {
      throw SandboxError(.system, "cannot sign the push: \(error)")
    }
  }

  private static func noSuch(_ noun: String, _ text: String, _ known: [String]) -> SandboxError {
    let names = known.isEmpty ? "none" : known.joined(separator: ", ")
    return SandboxError(.usage, "this kind has no \(noun) \"\(text)\"; there are: \(names)")
  }
}
