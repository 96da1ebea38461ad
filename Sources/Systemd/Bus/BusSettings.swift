/// What a connection is for and how long it waits.
package struct BusSettings: Sendable {
  /// Which bus.
  package var address: BusAddress
  /// The thread's name, at most 15 bytes.
  package var threadName = "bus"
  /// The well-known name to own; nil for none.
  package var name: String?
  /// The interfaces served from before the name is owned.
  package var interfaces: [BusInterface] = []
  /// How long connecting, and owning the name, may take.
  package var connectTimeout: Duration = .seconds(10)
  /// The wait before the next try, one for each failure in a row, the last for all that follow;
  /// empty: do not reconnect.
  package var reconnectAfter: [Duration] = []
  /// Bounds of messages and waiting calls.
  package var limits = BusLimits()

  /// A connection to `address` that owns nothing and does not reconnect.
  package init(address: BusAddress) { self.address = address }

  /// The waits of a service that outlives the bus.
  package static let serviceBackOff: [Duration] = [
    .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
    .seconds(5),
  ]
}

/// What a connection is doing.
package enum BusState: Sendable, Equatable {
  /// On its way to the bus.
  case connecting
  /// Connected, objects there, name owned.
  case ready
  /// Not connected, because of this; tries again when it is one that reconnects.
  case down(BusError)
  /// Over for good.
  case closed
}
