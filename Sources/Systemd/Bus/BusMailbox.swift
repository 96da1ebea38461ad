internal import Linux

/// Hands work from any thread to the bus thread.
final class BusMailbox: Sendable {
  typealias Command = @Sendable (BusLoop) -> Void

  /// Readable while there is work.
  let wake = WakeDescriptor()
  private let commands = Lock<[Command]?>([])
  private let waiting = Lock(false)

  /// Whether the bus thread waits and nothing was posted: no turn is to be expected of it.
  var isAtRest: Bool {
    let isEmpty = commands.withLock { $0?.isEmpty ?? true }
    return isEmpty && waiting.withLock { $0 }
  }

  /// Says whether the bus thread waits.
  func setWaiting(_ isWaiting: Bool) { waiting.withLock { $0 = isWaiting } }

  /// Has `command` run on the bus thread; false when the connection is closed for good.
  @discardableResult
  func post(_ command: @escaping Command) -> Bool {
    let accepted = commands.withLock { commands in
      commands?.append(command)
      return commands != nil
    }
    if accepted { wake.wake() }
    return accepted
  }

  /// Takes what has come.
  func take() -> [Command] {
    wake.clear()
    return commands.withLock { commands in
      defer { if commands != nil { commands = [] } }
      return commands ?? []
    }
  }

  /// Takes what has come and accepts nothing more.
  func close() -> [Command] {
    commands.withLock { commands in
      defer { commands = nil }
      return commands ?? []
    }
  }
}
