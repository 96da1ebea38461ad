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

  /// Tests a provider by harmless calls. One test ends before the next begins, so that nobody makes a
  /// flood of them.
  package func test(_ name: ProviderName) async throws -> Fields {
    let provider = try configured(name)
    guard let prober = provider.prober else {
      throw OperationError(.refused, "there is no harmless call for the kind \(provider.kind)")
    }
    if let tested {
      throw OperationError(.busy, "a test of \(tested) is going on; it ends within a minute")
    }
    tested = name
    defer { tested = nil }
    var fields: Fields = ["provider": .text(name.text), "kind": .text(provider.kind)]
    for member in await prober.probe().fields.members { fields.add(member.name, member.value) }
    return fields
  }
}
