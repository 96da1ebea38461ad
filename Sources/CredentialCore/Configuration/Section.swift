/// Reads the declared keys of one table, marks them, and reports everything wrong with it.
///
/// A reading always yields a value, so that all faults of a file are found in one pass; the caller
/// uses the values only when no fault was gathered.
package struct Section {
  /// The dotted name of the table, such as `provider.apple`; empty for the top.
  package let name: String
  /// Where the table stands; nil when it is absent.
  package let position: SourcePosition?
  /// Where faults are gathered.
  package let faults: ConfigurationFaults
  private let members: [ConfigurationNode.Member]
  private var read: Set<String> = []
  private var known: [String] = []

  /// Opens a table; an absent one (nil) has no members.
  package init(_ node: ConfigurationNode?, name: String, faults: ConfigurationFaults) {
    self.name = name
    self.faults = faults
    position = node?.position
    switch node?.content {
    case .table(let members): self.members = members
    case nil: members = []
    default:
      members = []
      faults.add(
        ConfigurationFault(
          position: position, key: name, message: "must be a table, not \(node?.typeName ?? "")"))
    }
  }

  /// Reads a key that has a default or must be given; the default (or `placeholder`, for a missing
  /// required key) stands in for a faulty one.
  package mutating func read<Setting>(_ key: Key<Setting>, placeholder: Setting) -> Setting {
    if let value = readIfPresent(key) { return value }
    if let fallback = key.fallback { return fallback }
    if !read.contains(key.name) { fault(key.name, "is missing: \(key.sentence)", at: position) }
    return placeholder
  }

  /// Reads a key that may be absent; nil when it is absent or faulty.
  package mutating func readIfPresent<Setting>(_ key: Key<Setting>) -> Setting? {
    known.append(key.name)
    guard let member = members.first(where: { $0.key == key.name }) else { return nil }
    read.insert(key.name)
    switch Setting.read(member.node) {
    case .failure(let mismatch): fault(key.name, mismatch.message, at: member.node.position)
    case .success(let value):
      guard let problem = key.check(value) else { return value }
      fault(key.name, problem, at: member.node.position)
    }
    return nil
  }

  /// Reads a key that has a default.
  package mutating func read<Setting>(_ key: Key<Setting>) -> Setting {
    guard let fallback = key.fallback else {
      preconditionFailure("the key \(key.name) has no default; read it with a placeholder")
    }
    return read(key, placeholder: fallback)
  }

  /// Opens the table below `key`, absent or not.
  package mutating func section(_ key: String) -> Section {
    known.append(key)
    read.insert(key)
    let node = members.first { $0.key == key }?.node
    return Section(node, name: qualified(key), faults: faults)
  }

  /// Opens each member table below `key`, in the order of the file: `[provider.NAME]`.
  package mutating func sections(_ key: String) -> [(name: String, section: Section)] {
    var parent = section(key)
    return parent.members.map { ($0.key, parent.section($0.key)) }
  }

  /// Opens each table of the list below `key`: `[[hook]]`.
  package mutating func list(_ key: String) -> [Section] {
    known.append(key)
    guard let member = members.first(where: { $0.key == key }) else { return [] }
    read.insert(key)
    guard case .list(let nodes) = member.node.content else {
      fault(key, "must be a list of tables ([[\(qualified(key))]])", at: member.position)
      return []
    }
    return nodes.map { Section($0, name: qualified(key), faults: faults) }
  }

  /// Whether a key is written in the file, rightly or wrongly.
  package func isGiven(_ key: String) -> Bool { members.contains { $0.key == key } }

  /// Where the value of a key stands, for a fault that is found later.
  package func position(of key: String) -> SourcePosition? {
    members.first { $0.key == key }?.node.position ?? position
  }

  /// Adds a fault about one of the section's keys.
  package func fault(_ key: String, _ message: String, at position: SourcePosition?) {
    faults.add(
      ConfigurationFault(position: position, key: qualified(key), message: message))
  }

  /// Reports every key of the table that nobody has read.
  package func finish() {
    for member in members where !read.contains(member.key) {
      let near = Spelling.nearest(to: member.key, in: known)
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
      fault(member.key, "is not a known key\(hint)", at: member.position)
    }
  }

  private func qualified(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }
}
