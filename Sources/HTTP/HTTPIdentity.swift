/// The certificate that a client shows to servers that ask for one (RFC 8446 §4.4.2), with its key.
///
/// It cannot be printed.
package struct HTTPIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  let certificate: [UInt8]
  let key: [UInt8]

  /// Keeps a certificate, intermediates after it, and its unencrypted key, both as PEM.
  package init(certificate: [UInt8], key: [UInt8]) {
    self.certificate = certificate
    self.key = key
  }

  /// Fixed words.
  package var description: String { "<certificate and key>" }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
