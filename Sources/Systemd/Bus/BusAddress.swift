internal import Glibc

/// Where a message bus listens (D-Bus specification, "Server Addresses").
package struct BusAddress: Sendable, Equatable, CustomStringConvertible {
  /// The address, such as `unix:path=/run/dbus/system_bus_socket`.
  package let text: String

  /// The bus at `text`.
  package init(_ text: String) { self.text = text }

  /// The system bus: what `DBUS_SYSTEM_BUS_ADDRESS` of `environment` says, else the usual socket.
  package static func system(environment: [String: String]) -> BusAddress {
    BusAddress(environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? usualAddress)
  }

  /// The system bus of this process's environment.
  package static func systemOfProcess() -> BusAddress {
    let value = getenv(variable).map { String(cString: $0) }
    return system(environment: value.map { [variable: $0] } ?? [:])
  }

  /// The address.
  package var description: String { text }

  private static let variable = "DBUS_SYSTEM_BUS_ADDRESS"
  private static let usualAddress = "unix:path=/run/dbus/system_bus_socket"
}
