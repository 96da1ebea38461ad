/// What an object offers under one interface name, and who answers its calls.
package struct BusInterface: Sendable {
  /// An argument's name and its type as a D-Bus signature.
  package struct Argument: Sendable, Equatable {
    /// The name shown by introspection.
    package let name: String
    /// One complete type.
    package let signature: String

    /// Names a type.
    package init(_ name: String, _ signature: String) {
      self.name = name
      self.signature = signature
    }
  }

  /// A method.
  package struct Method: Sendable, Equatable {
    /// The member's name.
    package let name: String
    /// What a caller gives.
    package let input: [Argument]
    /// What the answer holds.
    package let output: [Argument]

    /// Declares a method.
    package init(_ name: String, input: [Argument], output: [Argument] = []) {
      self.name = name
      self.input = input
      self.output = output
    }
  }

  /// A signal.
  package struct Signal: Sendable, Equatable {
    /// The member's name.
    package let name: String
    /// What it carries.
    package let arguments: [Argument]

    /// Declares a signal.
    package init(_ name: String, _ arguments: [Argument]) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// A property that can be read; a change is announced by `BusConnection.announce`.
  package struct Property: Sendable, Equatable {
    /// The member's name.
    package let name: String
    /// One complete type.
    package let signature: String
    /// Whether it never changes while the service runs.
    package let isConstant: Bool

    /// Declares a property.
    package init(_ name: String, _ signature: String, isConstant: Bool = false) {
      self.name = name
      self.signature = signature
      self.isConstant = isConstant
    }
  }

  /// The object's path.
  package let path: String
  /// The interface's name.
  package let name: String
  /// Its methods.
  package let methods: [Method]
  /// Its signals.
  package let signals: [Signal]
  /// Its properties.
  package let properties: [Property]
  /// The name of the error a caller gets when too many calls wait already.
  package let busyError: String
  /// Reads a property, on the bus thread: it must answer at once.
  package let read: @Sendable (String) -> BusValue?
  /// Takes a call, on the bus thread: it must return at once, and answers through the call then or
  /// later, from any thread or task.
  package let handle: @Sendable (BusCall) -> Void

  /// Declares an interface of the object at `path`.
  package init(
    path: String, name: String, methods: [Method], signals: [Signal] = [],
    properties: [Property] = [], busyError: String = BusErrorName.limitsExceeded,
    read: @escaping @Sendable (String) -> BusValue? = { _ in nil },
    handle: @escaping @Sendable (BusCall) -> Void
  ) {
    self.path = path
    self.name = name
    self.methods = methods
    self.signals = signals
    self.properties = properties
    self.busyError = busyError
    self.read = read
    self.handle = handle
  }
}

extension [BusInterface.Argument] {
  /// The types of all arguments as one signature.
  package var signature: String { map(\.signature).joined() }
}
