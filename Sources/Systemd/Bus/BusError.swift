internal import CSystemd
internal import Glibc

/// Why something on the bus did not work.
package struct BusError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed set of causes.
  package enum Code: String, Sendable, CaseIterable {
    /// There is no bus at the address, or it let us not in.
    case unreachable
    /// The connection ended before an answer came.
    case disconnected
    /// The peer, or the bus for it, answered with an error; its name is in `name`.
    case remote
    /// No answer came in time.
    case timedOut = "timed_out"
    /// The bus name belongs to somebody else, or the policy does not let us own it.
    case nameRefused = "name_refused"
    /// A value cannot be sent or was not understood.
    case malformed
    /// A message exceeds a bound.
    case tooLarge = "too_large"
    /// The connection was closed by this side.
    case closed
  }

  /// The cause.
  package let code: Code
  /// The D-Bus name of the error, such as `org.freedesktop.DBus.Error.ServiceUnknown`; empty when
  /// there is none.
  package let name: String
  /// What happened.
  package let message: String

  /// Describes a failure.
  package init(_ code: Code, name: String = "", _ message: String) {
    self.code = code
    self.name = name
    self.message = message
  }

  /// The message, with the error's name when it has one.
  package var description: String { name.isEmpty ? message : "\(message) (\(name))" }

  /// Makes an error from what an sd-bus(3) function returned: a negative errno(3).
  static func system(_ code: Code, _ status: Int32, _ what: String) -> BusError {
    BusError(code, "\(what): \(errorText(-status))")
  }

  /// Makes an error from the error answer of a call (sd_bus_message_get_error(3)).
  static func answer(_ error: UnsafePointer<sd_bus_error>) -> BusError {
    let name = error.pointee.name.map { String(cString: $0) } ?? ""
    let message = error.pointee.message.map { String(cString: $0) } ?? "no explanation was given"
    let code: Code =
      name == BusErrorName.noReply || name == BusErrorName.timeout ? .timedOut : .remote
    return BusError(code, name: name, message)
  }
}

/// The errors of the D-Bus specification that are told apart here.
package enum BusErrorName {
  /// An argument is wrong.
  package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  /// It did not work.
  package static let failed = "org.freedesktop.DBus.Error.Failed"
  /// Too much was asked at once.
  package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
  /// The policy forbids it.
  package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
  /// No answer came, or the peer went away.
  package static let noReply = "org.freedesktop.DBus.Error.NoReply"
  /// No answer came in time (sd-bus's own).
  package static let timeout = "org.freedesktop.DBus.Error.Timeout"
}

/// The text of an errno(3) value.
func errorText(_ number: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 128)
  guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
  return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
}
