internal import CredentialCore

/// One value for each provider. There are few: comparing their names is quicker than hashing one.
struct ProviderTable<Value: Sendable>: Sendable {
  private var rows: [(name: ProviderName, value: Value?)] = []

  /// The providers that have a value.
  var names: [ProviderName] { rows.compactMap { $0.value == nil ? nil : $0.name } }

  /// The value of a provider.
  subscript(name: ProviderName) -> Value? {
    get { index(name).flatMap { rows[$0].value } }
    set {
      if let index = index(name) {
        rows[index].value = newValue
      } else {
        rows.append((name, newValue))
      }
    }
  }

  /// The value of a provider, in its place; a new one for a provider without.
  subscript(name: ProviderName, default fallback: @autoclosure () -> Value) -> Value {
    get { self[name] ?? fallback() }
    _modify {
      let index = place(name)
      var value = rows[index].value.take() ?? fallback()
      defer { rows[index].value = value }
      yield &value
    }
  }

  /// Takes a provider's value out, to be changed and put back.
  mutating func take(_ name: ProviderName) -> Value? {
    index(name).flatMap { rows[$0].value.take() }
  }

  private mutating func place(_ name: ProviderName) -> Int {
    if let index = index(name) { return index }
    rows.append((name, nil))
    return rows.count - 1
  }

  private func index(_ name: ProviderName) -> Int? { rows.firstIndex { $0.name == name } }
}
