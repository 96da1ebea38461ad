package import CredentialCore
package import JSON

/// Which attempt: one number of one delivery. No two attempts ever have the same key.
package struct AttemptKey: Hashable, Sendable, CustomStringConvertible {
  /// The store's generation.
  package let generation: String
  /// The event's number and the hook.
  package let delivery: Delivery.ID
  /// The attempt's number, from 1.
  package let attempt: Int

  /// Names an attempt.
  package init(generation: String, delivery: Delivery.ID, attempt: Int) {
    self.generation = generation
    self.delivery = delivery
    self.attempt = attempt
  }

  /// For people: hook, event and number.
  package var description: String {
    "\(delivery.hook) for \(generation)-\(delivery.sequence), attempt \(attempt)"
  }

  /// As the protocol writes it.
  package var json: JSONValue {
    [
      "generation": .string(generation), "sequence": .integer(delivery.sequence),
      "hook": .string(delivery.hook.text), "attempt": .integer(Int64(attempt)),
    ]
  }

  /// Reads what `json` wrote.
  package init(json: JSONValue?) throws(MessageFault) {
    guard let generation = json?["generation"]?.string, let hook = json?["hook"]?.string,
      let sequence = json?["sequence"]?.integer, let attempt = json?["attempt"]?.integer,
      (1...Int64(Int32.max)).contains(attempt), generation.utf8.count <= 64,
      hook.utf8.count <= 255
    else { throw MessageFault("\"attempt\" does not name an attempt") }
    self.init(
      generation: generation, delivery: Delivery.ID(sequence: sequence, hook: HookName(hook)),
      attempt: Int(attempt))
  }
}

/// What is wrong with a message of the other side; the connection is of no more use.
package struct MessageFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  package let description: String
  /// Says that `description` is wrong.
  package init(_ description: String) { self.description = description }
}
