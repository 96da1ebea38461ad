/// Where something stands in a configuration file.
package struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The file's path as it was opened.
  package let file: String
  /// From 1.
  package let line: Int
  /// From 1.
  package let column: Int

  /// Points at a line and column of `file`.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, as compilers print it.
  package var description: String { "\(file):\(line):\(column)" }
}

/// A piece of configuration with the place it came from.
package struct ConfigurationNode: Sendable {
  /// What it holds.
  package indirect enum Content: Sendable {
    /// Text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// true or false.
    case boolean(Bool)
    /// A date or a time; no key takes one.
    case date
    /// A list.
    case list([ConfigurationNode])
    /// Named members, in the order of the file.
    case table([Member])
  }

  /// One named member of a table.
  package struct Member: Sendable {
    /// The key.
    package let key: String
    /// Where the key stands.
    package let position: SourcePosition
    /// What it is set to.
    package let node: ConfigurationNode

    /// Sets `key` to `node`.
    package init(key: String, position: SourcePosition, node: ConfigurationNode) {
      self.key = key
      self.position = position
      self.node = node
    }
  }

  /// What it holds.
  package let content: Content
  /// Where it stands.
  package let position: SourcePosition

  /// Places `content` at `position`.
  package init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }

  /// The word for its type in an error.
  package var typeName: String {
    switch content {
    case .text: "text"
    case .integer: "a whole number"
    case .real(let number): number.isFinite ? "a number with a fraction" : "infinite or no number"
    case .boolean: "true or false"
    case .date: "a date"
    case .list: "a list"
    case .table: "a table"
    }
  }
}

/// One thing wrong with the configuration: where, which key, what, what to do.
package struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where; nil when nothing is written there, as for a missing key.
  package let position: SourcePosition?
  /// The dotted key, such as `provider.apple.interval`.
  package let key: String
  /// What is wrong and what would be right; never a secret.
  package let message: String

  /// Describes a fault.
  package init(position: SourcePosition?, key: String, message: String) {
    self.position = position
    self.key = key
    self.message = message
  }

  /// `file:line:column: key: message`.
  package var description: String {
    (position.map { "\($0): " } ?? "") + (key.isEmpty ? "" : "\(key): ") + message
  }
}

/// Gathers all faults of one reading, so that they are shown together.
package final class ConfigurationFaults {
  /// The faults so far, in the order found.
  package private(set) var all: [ConfigurationFault] = []

  /// Starts with none.
  package init() {}

  /// Adds a fault.
  package func add(_ fault: ConfigurationFault) { all.append(fault) }
}
