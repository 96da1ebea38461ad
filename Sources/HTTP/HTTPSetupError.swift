internal import Glibc

/// Why a client cannot be made.
package struct HTTPSetupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which file, what is wrong with it and what it should be.
  package let description: String

  /// Refuses a file of authorities that is absent, unreadable or without a certificate.
  static func check(caFile path: String?) throws(HTTPSetupError) {
    guard let path else { return }
    guard let text = contents(of: path) else {
      let reason = String(cString: strerror(errno))
      throw HTTPSetupError(description: "the CA file \(path) cannot be read: \(reason)")
    }
    guard text.contains("-----BEGIN CERTIFICATE-----") || text.contains("TRUSTED CERTIFICATE")
    else {
      throw HTTPSetupError(
        description: "the CA file \(path) holds no PEM certificate (-----BEGIN CERTIFICATE-----)")
    }
  }

  private static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 4_194_304 {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
