internal import CredentialCore
internal import Crypto
internal import Linux

extension AppleSettings {
  /// The largest key file that is read.
  private static let longestKeyFile = 16_384

  /// Reads the signing key from its file or systemd credential; nil with a fault.
  static func key(
    _ section: inout Section, _ keys: AppleKeys, _ context: ProviderContext
  ) -> PrivateKey? {
    let earlier = section.faults.all.count
    let file = section.readIfPresent(keys.keyFile)
    let credential = section.readIfPresent(keys.keyCredential)
    switch (file, credential) {
    case (let path?, nil): return read(path, keys.keyFile.name, isPrivate: true, section)
    case (nil, let name?):
      guard let directory = context.credentialsDirectory else {
        fault(
          keys.keyCredential.name,
          "systemd gives this process no credentials; use LoadCredential=\(name):FILE in the unit, "
            + "or key_file", section)
        return nil
      }
      return read("\(directory)/\(name)", keys.keyCredential.name, isPrivate: false, section)
    case (nil, nil):
      // A key that was given wrongly is told already.
      if section.faults.all.count == earlier {
        fault(keys.keyFile.name, "is missing: give key_file or key_credential", section)
      }
      return nil
    case (_?, _?):
      fault(keys.keyFile.name, "and key_credential are both given; give one", section)
      return nil
    }
  }

  private static func read(
    _ path: String, _ name: String, isPrivate: Bool, _ section: Section
  ) -> PrivateKey? {
    do throws(SystemError) {
      let file = try SmallFile(path: path, limit: longestKeyFile)
      if isPrivate, file.mode & 0o007 != 0 {
        fault(name, "\(path) can be used by everybody; take that away: chmod o= \(path)", section)
        return nil
      }
      return parse(file.bytes, path, name, section)
    } catch {
      fault(name, "the key cannot be read: \(error)", section)
      return nil
    }
  }

  private static func parse(
    _ bytes: [UInt8], _ path: String, _ name: String, _ section: Section
  ) -> PrivateKey? {
    do throws(CryptoError) {
      let key = try PrivateKey(pem: SecretBytes(bytes))
      if key.kind == .ec(.p256) { return key }
      fault(name, "\(path): this is an \(key.kind) key; Apple's keys are EC keys on P-256", section)
    } catch {
      fault(name, "\(path): \(error)", section)
    }
    return nil
  }

  private static func fault(_ name: String, _ message: String, _ section: Section) {
    section.fault(name, message, at: section.position(of: name))
  }
}
