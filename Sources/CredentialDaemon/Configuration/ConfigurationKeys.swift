internal import CredentialCore

/// Every key of the configuration file, table by table: what the example file and the man page are
/// held against.
struct ConfigurationKeys: Sendable, Equatable {
  /// The table as written: empty for the top, `[store]`, `[provider.NAME]` of a kind, `[[hook]]`.
  let table: String
  /// Its keys.
  let keys: [KeyDocumentation]

  /// All tables, in the order of the example file.
  static func all(_ kinds: [ProviderKind]) -> [Self] {
    let common = [
      Configuration.kindKey.documentation, Configuration.providerModeKey.documentation,
      Configuration.baselineKey.documentation,
      Configuration.secretExpiresKey.documentation, Configuration.expiryNoticeKey.documentation,
    ]
    let providers = kinds.map { Self(table: "provider \($0.name)", keys: common + $0.keys) }
    let answers = kinds.filter { !$0.answerKeys.isEmpty }.map {
      Self(table: "provider \($0.name) answer", keys: $0.answerKeys)
    }
    return [
      Self(table: "", keys: [Configuration.modeKey.documentation]),
      Self(table: "store", keys: StoreSection.documentation),
      Self(table: "hooks", keys: HooksSection.sectionDocumentation),
      Self(table: "hook", keys: HooksSection.entryDocumentation),
    ] + providers + answers
  }
}
