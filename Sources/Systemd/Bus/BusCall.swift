internal import Linux

/// Who sent a message, as the bus vouches for it (`GetConnectionCredentials`).
package struct BusCaller: Sendable, Equatable {
  /// The unique name of its connection, such as `:1.42`.
  package let name: String
  /// Its user when it connected.
  package let uid: UInt32
  /// Its process when it connected; nil when the bus does not know.
  package let pid: UInt32?

  /// Describes a caller.
  package init(name: String, uid: UInt32, pid: UInt32?) {
    self.name = name
    self.uid = uid
    self.pid = pid
  }
}

/// One method call that waits for its answer.
///
/// It is answered exactly once: the first answer counts, later ones are dropped, and a call that
/// nobody answers before the last reference to it goes is answered with an error.
package final class BusCall: Sendable {
  /// The method.
  package let member: String
  /// Its arguments, of the declared types.
  package let arguments: [BusValue]
  /// Who called.
  package let caller: BusCaller
  private let answer: Lock<(@Sendable (Answer) -> Void)?>

  /// What the call is answered with.
  enum Answer: Sendable {
    case values([BusValue])
    case error(name: String, message: String)
  }

  /// Makes a call; `answer` is run at most once, on the thread that answers.
  init(
    member: String, arguments: [BusValue], caller: BusCaller,
    answer: @escaping @Sendable (Answer) -> Void
  ) {
    self.member = member
    self.arguments = arguments
    self.caller = caller
    self.answer = Lock(answer)
  }

  deinit {
    give(.error(name: BusErrorName.failed, message: "The service dropped the call \(member)."))
  }

  /// Answers with `values`, of the declared types.
  package func reply(_ values: [BusValue] = []) { give(.values(values)) }

  /// Answers with an error: its D-Bus name and a sentence for people.
  package func fail(_ name: String, _ message: String) {
    give(.error(name: name, message: message))
  }

  private func give(_ answer: Answer) {
    let first = self.answer.withLock { first -> (@Sendable (Answer) -> Void)? in
      defer { first = nil }
      return first
    }
    first?(answer)
  }
}
