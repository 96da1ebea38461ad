internal import CredentialCore
internal import Linux
internal import TOML

/// The configuration's files: one main file and the drop-ins beside it, read and merged to a tree.
struct ConfigurationFiles: Sendable {
  /// The main file; the drop-ins are `conf.d/*.toml` in its directory, in byte order of their names.
  let main: String

  /// Reads every file and merges them; a later file overrides single keys of an earlier one.
  ///
  /// A missing main file is a fault; every fault of every file is gathered.
  func read(_ faults: ConfigurationFaults) -> ConfigurationNode? {
    var merged: ConfigurationNode?
    for path in [main] + dropIns(faults) {
      guard let tree = Self.tree(of: path, faults) else { continue }
      merged = merged.map { $0.overridden(by: tree) } ?? tree
    }
    return merged
  }

  private func dropIns(_ faults: ConfigurationFaults) -> [String] {
    let directory = Self.directory(of: main) + "/conf.d"
    do {
      return try Folder.names(in: directory)
        .filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .map { "\(directory)/\($0)" }
    } catch {
      if !error.isMissing {
        faults.add(ConfigurationFault(position: nil, key: "", message: "\(error)"))
      }
      return []
    }
  }

  private static func directory(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    return path.hasPrefix("/")
      ? "/" + parts.joined(separator: "/") : (parts.isEmpty ? "." : parts.joined(separator: "/"))
  }

  private static func tree(of path: String, _ faults: ConfigurationFaults) -> ConfigurationNode? {
    do {
      let file = try SmallFile(path: path, limit: TOMLDocument.maximumBytes)
      return ConfigurationNode(try TOMLDocument.parse(file.bytes), file: path)
    } catch let error as TOMLError {
      let position = SourcePosition(file: path, line: error.place.line, column: error.place.column)
      faults.add(ConfigurationFault(position: position, key: "", message: error.message))
    } catch {
      faults.add(ConfigurationFault(position: nil, key: "", message: "\(error)"))
    }
    return nil
  }
}

extension ConfigurationNode {
  /// The tree of one file, with that file's name in its positions.
  fileprivate init(_ node: TOMLNode, file: String) {
    let position = SourcePosition(file: file, line: node.place.line, column: node.place.column)
    let content: Content =
      switch node.content {
      case .string(let text): .text(text)
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .boolean(let truth): .boolean(truth)
      case .date: .date
      case .array(let nodes): .list(nodes.map { ConfigurationNode($0, file: file) })
      case .table(let members):
        .table(
          members.map { member in
            Member(
              key: member.key,
              position: SourcePosition(
                file: file, line: member.place.line, column: member.place.column),
              node: ConfigurationNode(member.node, file: file))
          })
      }
    self.init(content, at: position)
  }

  /// This tree with what a later file says: tables are merged, `[[lists of tables]]` are joined,
  /// all else is replaced.
  func overridden(by later: ConfigurationNode) -> ConfigurationNode {
    switch (content, later.content) {
    case (.table(let mine), .table(let theirs)):
      var members = mine
      for member in theirs {
        guard let index = members.firstIndex(where: { $0.key == member.key }) else {
          members.append(member)
          continue
        }
        members[index] = Member(
          key: member.key, position: member.position,
          node: members[index].node.overridden(by: member.node))
      }
      return ConfigurationNode(.table(members), at: position)
    case (.list(let mine), .list(let theirs)) where mine.holdsTables && theirs.holdsTables:
      return ConfigurationNode(.list(mine + theirs), at: position)
    default: return later
    }
  }
}

extension [ConfigurationNode] {
  fileprivate var holdsTables: Bool {
    !isEmpty && allSatisfy { if case .table = $0.content { true } else { false } }
  }
}
