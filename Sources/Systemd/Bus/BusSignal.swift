/// A signal, received or to be emitted.
package struct BusSignal: Sendable, Equatable {
  /// The unique name of the sender; empty for one to be emitted.
  package let sender: String
  /// The object that emits it.
  package let path: String
  /// The interface.
  package let interface: String
  /// The member's name.
  package let member: String
  /// What it carries.
  package let arguments: [BusValue]

  /// Describes a signal to be emitted.
  package init(path: String, interface: String, member: String, arguments: [BusValue]) {
    self.init(
      sender: "", path: path, interface: interface, member: member, arguments: arguments)
  }

  init(sender: String, path: String, interface: String, member: String, arguments: [BusValue]) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Which signals to receive; what is nil is not compared (D-Bus specification, "Match Rules").
package struct BusMatch: Sendable, Equatable {
  /// The sender's unique or well-known name.
  package var sender: String?
  /// The object.
  package var path: String?
  /// The interface.
  package var interface: String?
  /// The member.
  package var member: String?
  /// The first argument, a text.
  package var firstArgument: String?

  /// Compares what is given.
  package init(
    sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil,
    firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  /// The change of the owner of `name`: the arguments are the name, the old and the new owner, the
  /// latter two empty for none.
  package static func ownerChange(of name: String) -> BusMatch {
    BusMatch(
      sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: "NameOwnerChanged", firstArgument: name)
  }

  /// The rule as the bus takes it.
  var rule: String {
    let parts = [
      ("sender", sender), ("path", path), ("interface", interface), ("member", member),
      ("arg0", firstArgument),
    ]
    return parts.reduce(into: "type='signal'") { rule, part in
      if let value = part.1 { rule += ",\(part.0)='\(Self.quoted(value))'" }
    }
  }

  /// A quote cannot stand inside quotes: close, escape, open again.
  private static func quoted(_ value: String) -> String {
    value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
