internal import CredentialCore
internal import Crypto
internal import Linux

/// The 32 bytes that tokens and profiles are sealed with, from a systemd credential or a file.
enum SealingKey {
  /// Why there is no key, and what to do.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// The key's length in bytes.
  static let length = 32

  /// Reads the configured file, else the credential that systemd has placed.
  ///
  /// A key beside the store would be in every backup of it, so one below `stateDirectory` is refused.
  static func load(
    _ store: StoreSection, credentialsDirectory: String?, stateDirectory: String
  ) throws(Refusal) -> SecretBytes {
    guard let file = store.sealingKeyFile else { return try credential(credentialsDirectory) }
    guard !Folder.path(file, liesIn: stateDirectory) else {
      throw Refusal(
        description: """
          store.sealing_key_file: \(file) lies in the state directory; keep the key elsewhere, or \
          every backup of the store can be read
          """)
    }
    return try read(file, isManaged: false)
  }

  private static func credential(_ directory: String?) throws(Refusal) -> SecretBytes {
    let make = "make one with: openssl rand -out FILE 32"
    guard let directory else {
      throw Refusal(
        description: """
          no sealing key: systemd has placed no credentials and store.sealing_key_file is not set; \
          \(make)
          """)
    }
    return try read("\(directory)/\(Names.sealingKeyCredential)", isManaged: true)
  }

  private static func read(_ path: String, isManaged: Bool) throws(Refusal) -> SecretBytes {
    let file: SmallFile
    do { file = try SmallFile(path: path, limit: 4096) } catch {
      throw Refusal(description: "the sealing key cannot be read: \(error)")
    }
    guard isManaged || file.mode & 0o077 == 0 else {
      throw Refusal(
        description: """
          the sealing key \(path) has mode \(String(file.mode, radix: 8)) and others may read it; \
          run: chmod 600 \(path)
          """)
    }
    guard file.bytes.count == length else {
      throw Refusal(
        description: """
          the sealing key \(path) has \(file.bytes.count) bytes and must have \(length), without a \
          line end
          """)
    }
    return SecretBytes(file.bytes)
  }
}
