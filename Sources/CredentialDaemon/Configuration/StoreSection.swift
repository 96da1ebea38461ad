internal import CredentialCore

/// Reads `[store]`.
struct StoreSection: Sendable, Equatable {
  static let keyFileKey = Key<String>.optional(
    "sealing_key_file", range: "an absolute path outside the state directory",
    """
    A file with the 32 bytes that tokens are sealed with. Absent: the systemd credential \
    \(Names.sealingKeyCredential). Keep a copy apart from the backups.
    """,
    check: Bounds.absolutePath)

  static let documentation = [keyFileKey.documentation]

  /// The file with the sealing key; nil: the systemd credential.
  let sealingKeyFile: String?
  /// Where the file is named, for an error about it.
  let sealingKeyPosition: SourcePosition?

  /// Reads the section.
  init(_ root: inout Section) {
    var section = root.section("store")
    sealingKeyFile = section.readIfPresent(Self.keyFileKey)
    sealingKeyPosition = section.position(of: Self.keyFileKey.name)
    section.finish()
  }
}
