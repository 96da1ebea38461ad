import JSON

/// The targets of the package and what each depends on.
struct ModuleGraph {
  /// The names that each target depends on, by the target's name.
  let dependencies: [String: Set<String>]

  /// Reads what `swift package describe --type json` prints; tests are left out.
  init(_ description: JSONValue) {
    var dependencies: [String: Set<String>] = [:]
    for target in description["targets"]?.array ?? [] {
      guard let name = target["name"]?.string else { continue }
      guard target["path"]?.string?.hasPrefix("Tests/") == false else { continue }
      dependencies[name] = Set((target["target_dependencies"]?.array ?? []).compactMap(\.string))
    }
    self.dependencies = dependencies
  }

  /// What is not in the table: targets it does not know, and dependencies it does not allow.
  func faults(_ table: [String: Set<String>]) -> [String] {
    dependencies.sorted { $0.key < $1.key }.flatMap { name, used in
      guard let allowed = table[name] else { return ["\(name) is not in the table of modules"] }
      return used.subtracting(allowed).sorted().map { "\(name) must not depend on \($0)" }
    }
  }

  /// Which target may depend on which; decision 2 gives the reasons.
  static let table: [String: Set<String>] = [
    "CJansson": [], "CSQLite": [], "COpenSSL": [], "CCurl": [], "CMicrohttpd": [],
    "CSystemd": [], "CTOML": [], "CLinux": [],
    "Linux": ["CLinux"], "JSON": ["CJansson"], "TOML": ["CTOML"],
    "SQLite": ["CSQLite", "Linux"], "Crypto": ["COpenSSL", "Linux"],
    "JOSE": ["Crypto", "JSON"],
    "HTTP": ["CCurl", "Linux"], "HTTPServer": ["CMicrohttpd", "Linux"],
    "Systemd": ["CSystemd", "Linux"],
    "CredentialCore": [],
    "CredentialMonitor": ["CredentialCore"],
    "CredentialStore": ["CredentialCore", "SQLite", "Crypto", "Linux"],
    "CredentialProviders": ["CredentialCore", "HTTP", "JOSE", "Crypto", "JSON", "Linux"],
    "CredentialHooks": ["CredentialCore", "HTTP", "Crypto", "JSON", "Linux", "Systemd"],
    "CredentialSandbox": ["HTTPServer", "JOSE", "Crypto", "JSON", "Linux"],
    "CredentialDaemon": [
      "CredentialCore", "CredentialMonitor", "CredentialStore", "CredentialProviders",
      "CredentialHooks", "HTTP", "Crypto", "JSON", "Linux", "Systemd", "TOML",
    ],
    "CredentialCLI": ["CredentialCore", "Systemd", "JSON", "Linux"],
    "credstated": ["CredentialDaemon"], "credstate-hookd": ["CredentialHooks"],
    "credstatectl": ["CredentialCLI"], "credstate-sandbox": ["CredentialSandbox"],
    "credstate-exec": [],
  ]
}
