internal import CredentialCore
internal import Crypto

extension AppleSettings {
  /// Reads the signing key from its file or systemd credential; nil with a fault.
  static func key(
    _ section: inout Section, _ keys: SecretKeys, _ context: ProviderContext
  ) -> PrivateKey? {
    keys.read(&section, context) { bytes, report in
      do throws(CryptoError) {
        let key = try PrivateKey(pem: bytes)
        if key.kind == .ec(.p256) { return key }
        report("this is an \(key.kind) key; Apple's keys are EC keys on P-256")
      } catch {
        report("\(error)")
      }
      return nil
    }
  }
}
