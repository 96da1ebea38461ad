/// The bytes of a request; they may hold tokens and cannot be printed.
package struct HTTPBody: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  let bytes: [UInt8]

  /// Keeps `bytes`.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// No bytes.
  package static let empty = HTTPBody([])

  /// How many bytes there are.
  package var count: Int { bytes.count }
  /// Lends the bytes to `body`, for a test or a signature over them.
  package func withBytes<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result {
    try body(bytes)
  }

  /// The number of bytes and nothing else.
  package var description: String { "<\(count) bytes>" }
  /// The number of bytes and nothing else.
  package var debugDescription: String { description }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
