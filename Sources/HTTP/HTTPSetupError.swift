internal import Linux

/// Why a client cannot be made.
package struct HTTPSetupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which file, what is wrong with it and what it should be.
  package let description: String

  /// Refuses a file of authorities that is absent, unreadable or without a certificate.
  static func check(caFile path: String?) throws(HTTPSetupError) {
    guard let path, let problem = problem(withCAFile: path) else { return }
    throw HTTPSetupError(description: problem)
  }

  /// Says why the file of authorities at `path` cannot be used, or nil.
  package static func problem(withCAFile path: String) -> String? {
    do throws(SystemError) {
      let file = try SmallFile(path: path, limit: 4_194_304)
      let text = String(decoding: file.bytes, as: UTF8.self)
      let isPEM = text.contains("-----BEGIN CERTIFICATE-----")
      return isPEM || text.contains("-----BEGIN TRUSTED CERTIFICATE-----")
        ? nil : "the CA file \(path) holds no PEM certificate (-----BEGIN CERTIFICATE-----)"
    } catch {
      return "the CA file cannot be read: \(error)"
    }
  }
}
