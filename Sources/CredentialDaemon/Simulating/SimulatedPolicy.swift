internal import CredentialCore

/// The policy that is simulated: of one provider of a configuration file, or the defaults of the first
/// kind there is.
///
/// Only the keys that govern looks and verdicts are read: neither keys nor hooks need to exist.
struct SimulatedPolicy {
  let file: String?
  let provider: String?

  /// Reads it; nil when it cannot be told which it is, with the fault.
  func read(_ faults: ConfigurationFaults, _ surroundings: ConfigurationSurroundings)
    -> ProviderPolicy?
  {
    guard let file else {
      guard provider == nil else {
        complain("--provider", "names a provider of a file; give --policy FILE too", faults)
        return nil
      }
      var none = Section(nil, name: "", faults: faults)
      return surroundings.kinds.first?.policy(&none, context("simulated", surroundings))
    }
    guard let tree = ConfigurationFiles(main: file).read(faults) else { return nil }
    var root = Section(tree, name: "", faults: faults)
    let sections = root.sections("provider")
    guard let found = chosen(sections, faults) else { return nil }
    var section = found.section
    let word = section.read(Configuration.kindKey, placeholder: "")
    guard let kind = surroundings.kinds.first(where: { $0.name == word }) else {
      let problem = Bounds.words(surroundings.kinds.map(\.name))(word)
      section.fault("kind", problem ?? "is unknown", at: section.position(of: "kind"))
      return nil
    }
    return kind.policy(&section, context(found.name, surroundings))
  }

  private func chosen(
    _ sections: [(name: String, section: Section)], _ faults: ConfigurationFaults
  ) -> (name: String, section: Section)? {
    let names = sections.map(\.name)
    guard let provider else {
      if sections.count == 1 { return sections[0] }
      let choice = names.isEmpty ? "none" : names.joined(separator: ", ")
      complain(
        "--policy", "has several providers or none (\(choice)); name one: --provider", faults)
      return nil
    }
    if let found = sections.first(where: { $0.name == provider }) { return found }
    complain("--provider", "\"\(provider)\" \(Bounds.words(names)(provider) ?? "")", faults)
    return nil
  }

  private func complain(_ key: String, _ message: String, _ faults: ConfigurationFaults) {
    faults.add(ConfigurationFault(position: nil, key: key, message: message))
  }

  private func context(_ name: String, _ surroundings: ConfigurationSurroundings)
    -> ProviderContext
  {
    ProviderContext(
      name: ProviderName(validText: name), mode: .enforce,
      credentialsDirectory: surroundings.credentialsDirectory, userAgent: surroundings.userAgent,
      now: surroundings.now)
  }
}
