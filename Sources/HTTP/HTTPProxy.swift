/// The address of a proxy such as `http://user:password@proxy.example:3128`; never printed.
package struct HTTPProxy: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  let address: String

  /// Keeps an address in the form of CURLOPT_PROXY(3).
  package init(_ address: String) { self.address = address }

  /// Where it is, without name and password, such as `http://proxy.example:3128`.
  package var place: String {
    guard let scheme = address.firstRange(of: "://") else { return "<proxy>" }
    let rest = address[scheme.upperBound...]
    let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    return String(address[..<scheme.upperBound]) + host.prefix { $0 != "/" }
  }

  /// Always the same word.
  package var description: String { "<proxy>" }
  /// Always the same word.
  package var debugDescription: String { description }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
