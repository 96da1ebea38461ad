internal import CredentialCore
internal import Crypto

extension Seal {
  /// Seals what is known of a user; a record like that of a token, for its own place.
  func seal(_ profile: UserProfile, of id: CredentialID) throws -> [UInt8] {
    let plain = Netstrings.encode(profile.members.flatMap { [$0.key, $0.value] })
    return try seal(SecretBytes(plain), of: id, at: Self.profilePlace)
  }

  /// Opens what `seal` made for the same user; nil when it does not open here.
  func openProfile(_ record: [UInt8], of id: CredentialID) -> UserProfile? {
    guard let plain = open(record, of: id, at: Self.profilePlace),
      let texts = Netstrings.decode(plain.reveal())
    else { return nil }
    return UserProfile(
      members: stride(from: 0, to: texts.count - 1, by: 2).map {
        Label(key: texts[$0], value: texts[$0 + 1])
      })
  }

  private static let profilePlace = "credential_details|profile|"
}
