internal import CredentialCore
internal import Crypto

/// Seals tokens so that the file without the key tells nothing, and so that a sealed token opens in
/// its own place only.
///
/// AES-256-GCM under a key derived (HKDF-SHA256) for each (provider, subject); the additional data
/// are table, column, grant and key id. A record is a format byte, the key id, and the sealed bytes.
struct Seal: Sendable {
  private static let format: UInt8 = 1
  private static let keyIDCount = 8
  private let key: SecretBytes
  private let derivation: DerivationKey
  /// Tells keys apart without telling anything of them.
  let keyID: [UInt8]

  /// Takes the 32-byte key of the store.
  init(key: SecretBytes) throws {
    guard key.count == AESGCM.keyCount else {
      throw StoreError(
        .sealingKey,
        "the sealing key has \(key.count) bytes; make one of 32 bytes from a random source")
    }
    self.key = key
    derivation = try DerivationKey(key)
    keyID = try HKDF.derive(
      key: key, info: Array("credstate key id".utf8), count: Self.keyIDCount
    ).reveal()
  }

  /// The key id as people see it.
  static func text(_ keyID: [UInt8]) -> String {
    keyID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Seals the token of one grant.
  func seal(_ token: Secret, of id: CredentialID, _ epoch: Epoch) throws -> [UInt8] {
    try seal(token.withBytes { SecretBytes($0) }, of: id, at: Self.place(of: epoch))
  }

  /// Opens what `seal` made for the same grant; nil when it does not open here.
  func open(_ record: [UInt8], of id: CredentialID, _ epoch: Epoch) -> Secret? {
    open(record, of: id, at: Self.place(of: epoch)).map { Secret($0.reveal()) }
  }

  /// Seals bytes of one user for one place, written as `table|column|` and what tells rows apart.
  func seal(_ plain: SecretBytes, of id: CredentialID, at place: String) throws -> [UInt8] {
    let sealed = try AESGCM.seal(
      plain, key: subkey(id), additionalData: Array(place.utf8) + keyID)
    return [Self.format] + keyID + sealed
  }

  /// Opens what was sealed for the same user and place; nil when it does not open here.
  func open(_ record: [UInt8], of id: CredentialID, at place: String) -> SecretBytes? {
    guard record.count > 1 + Self.keyIDCount, record[0] == Self.format,
      Array(record[1...Self.keyIDCount]) == keyID
    else { return nil }
    let sealed = Array(record[(1 + Self.keyIDCount)...])
    guard let key = try? subkey(id) else { return nil }
    return try? AESGCM.open(sealed, key: key, additionalData: Array(place.utf8) + keyID)
  }

  /// A value that proves at the next start that the key is the same.
  func makeCheck(generation: String) throws -> [UInt8] {
    try AESGCM.seal(
      SecretBytes(utf8: generation), key: checkKey(), additionalData: Self.checkPlace)
  }

  /// Whether `check` was made with this key for this store.
  func matches(check: [UInt8], generation: String) -> Bool {
    guard let key = try? checkKey(),
      let plain = try? AESGCM.open(check, key: key, additionalData: Self.checkPlace)
    else { return false }
    return plain == SecretBytes(utf8: generation)
  }

  /// What stands for a forgotten subject: the same for the same user, and useless without the key.
  func pseudonym(of id: CredentialID) throws -> String {
    let hash = try HKDF.derive(key: key, info: info("forgotten", id), count: 16)
    return Self.text(hash.reveal())
  }

  /// What a push is remembered by: useless without the key.
  func mark(ofPush id: String, of provider: ProviderName) throws -> [UInt8] {
    let info = Netstrings.encode(["credstate push", provider.text, id])
    return try HKDF.derive(key: key, info: info, count: 16).reveal()
  }

  /// What a user who is not known is remembered by: useless without the key.
  func mark(ofUnknown id: CredentialID) throws -> [UInt8] {
    let info = Netstrings.encode([
      "credstate unknown user", id.provider.text, id.subject.text,
    ])
    return try HKDF.derive(key: key, info: info, count: 16).reveal()
  }

  /// What the name of a token is remembered by: useless without the key.
  func mark(ofToken name: TokenName, of provider: ProviderName) throws -> [UInt8] {
    let info = Netstrings.encode(["credstate token name", provider.text, name.text])
    return try HKDF.derive(key: key, info: info, count: 16).reveal()
  }

  private static let checkPlace = Array("meta|seal_check".utf8)

  private func checkKey() throws -> SecretBytes {
    try HKDF.derive(key: key, info: Array("credstate check".utf8))
  }

  private func subkey(_ id: CredentialID) throws -> SecretBytes {
    try derivation.derive(info: info("credential", id))
  }

  // Lengths in front: no two (provider, subject) may give the same bytes.
  private func info(_ purpose: String, _ id: CredentialID) -> [UInt8] {
    Netstrings.encode(["credstate \(purpose)", id.provider.text]) + id.subject.bytes
  }

  private static func place(of epoch: Epoch) -> String { "tokens|token|\(epoch.number)|" }
}
