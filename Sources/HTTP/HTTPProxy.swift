/// The address of a proxy such as `http://user:password@proxy.example:3128`; never printed.
package struct HTTPProxy: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  let address: String

  /// Keeps an address in the form of CURLOPT_PROXY(3).
  package init(_ address: String) { self.address = address }

  /// Always the same word.
  package var description: String { "<proxy>" }
  /// Always the same word.
  package var debugDescription: String { description }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
