package import CredentialCore

extension MonitorService {
  /// What a provider's answers are taken for, by the configuration in force.
  package func profile(_ name: ProviderName) async throws -> Fields {
    let provider = try configured(name)
    return [
      "provider": .text(provider.name.text), "kind": .text(provider.kind),
      "rows": .list(provider.profile.map { .fields($0.fields) }),
    ]
  }
}
