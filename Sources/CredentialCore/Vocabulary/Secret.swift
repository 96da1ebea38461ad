/// Bytes that must not be printed: a token, a key, an admin secret.
///
/// Its descriptions and its mirror show a fixed word. It does not promise to wipe memory: Swift
/// copies arrays; core files are off and the process is not dumpable instead.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let bytes: [UInt8]

  /// Keeps `bytes`.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes there are.
  package var count: Int { bytes.count }

  /// Lends the bytes to `body`; do not keep a copy longer than needed.
  package func withBytes<Result, Failure: Error>(
    _ body: ([UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }

  /// Always `<secret>`.
  package var description: String { "<secret>" }
  /// Always `<secret>`.
  package var debugDescription: String { "<secret>" }
  /// Shows no children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
