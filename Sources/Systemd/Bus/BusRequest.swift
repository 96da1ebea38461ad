/// A method call to be sent.
package struct BusRequest: Sendable, Equatable {
  /// The name of the peer.
  package let destination: String
  /// The object.
  package let path: String
  /// The interface.
  package let interface: String
  /// The method.
  package let member: String
  /// What it is given.
  package let arguments: [BusValue]
  /// How long to wait for the answer.
  package let timeout: Duration

  /// Describes a call.
  package init(
    destination: String, path: String, interface: String, member: String,
    arguments: [BusValue] = [], timeout: Duration
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.timeout = timeout
  }

  /// A call to the bus itself.
  static func toBus(_ member: String, _ arguments: [BusValue]) -> BusRequest {
    BusRequest(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: member, arguments: arguments,
      timeout: .seconds(25))
  }
}
