/// A reader of the sequence of events whose place the store keeps over restarts.
package enum Cursor: String, Sendable, CaseIterable {
  /// The signals on the message bus.
  case bus
}
