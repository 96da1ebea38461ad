internal import CredentialCore
internal import Systemd

/// The whole configuration as one immutable value with every default filled in.
struct Configuration: Sendable {
  /// The mode of every provider that does not say otherwise.
  let mode: ProviderPolicy.Mode
  /// How to make each configured provider.
  let providers: [ProviderMaker]
  /// The hooks: `[[hook]]` entries; the files of `hookDirectories` come at run time.
  let hooks: [HookSettings]
  /// Directories of executables for every log-out event.
  let hookDirectories: [String]
  /// How executables of `hookDirectories` are run.
  let hookLimits: HookLimits
  /// Where the sealing key is.
  let store: StoreSection

  static let modeKey = Key<String>(
    "mode", default: ProviderPolicy.Mode.observe.rawValue, range: "\"observe\" or \"enforce\"",
    """
    Whether a confirmed verdict changes a credential's state (enforce) or is only told in the log \
    (observe).
    """,
    check: Bounds.words(ProviderPolicy.Mode.allCases.map(\.rawValue)))
  static let kindKey = Key<String>.required(
    "kind", range: "see credstate.toml(5)", "What sort of provider it is.")
  static let providerModeKey = Key<String>.optional(
    "mode", range: "\"observe\" or \"enforce\"", "The provider's own mode; absent: the daemon's.",
    check: Bounds.words(ProviderPolicy.Mode.allCases.map(\.rawValue)))
  static let baselineKey = Key<Bool>(
    "baseline", default: true,
    """
    Whether what the first interval after the provider's first user finds waits until it is accepted.
    """)
  static let secretExpiresKey = Key<Moment>.optional(
    "secret_expires", range: "a day, or an instant of RFC 3339",
    """
    When the clients' secret, key or certificate ends, where only the provider's console tells that.
    """)
  static let expiryNoticeKey = Key<Duration>(
    "expiry_notice", default: ExpiryPlan.usualNotice, range: "1d to 365d",
    """
    How long before the end of a client secret, key or certificate that is told (condition \
    client_secret_expiring).
    """,
    check: Bounds.durations(.seconds(86_400), .seconds(365 * 86_400)))
}

/// What the reading of a configuration needs from outside it.
struct ConfigurationSurroundings: Sendable {
  /// The kinds of provider there are.
  let kinds: [ProviderKind]
  /// $CREDENTIALS_DIRECTORY.
  let credentialsDirectory: String?
  /// What providers say of this program.
  let userAgent: String
  /// The wall time.
  let now: @Sendable () -> Moment
  /// Where providers tell what no answer tells.
  var tell: @Sendable (Notice) -> Void = { _ in }
}

/// The faults that keep a configuration from being used, in the order found.
struct ConfigurationRefusal: Error, CustomStringConvertible {
  let faults: [ConfigurationFault]

  /// More faults than these are only counted.
  static let longestList = 100

  /// One fault a line, as it may be printed: what the files hold is theirs, not ours.
  var description: String {
    var lines = faults.prefix(Self.longestList).map(\.line)
    if faults.count > lines.count { lines.append("and \(faults.count - lines.count) more faults") }
    return lines.joined(separator: "\n")
  }
}

extension ConfigurationFault {
  /// The description on one line, with the texts of the file escaped and cut in their middle.
  fileprivate var line: String {
    (position.map { "\(printable($0.description, limit: 400)): " } ?? "")
      + (key.isEmpty ? "" : "\(printable(key, limit: 120)): ") + printable(message, limit: 600)
  }
}

extension Configuration {
  /// Reads the files and builds the value, or throws every fault at once.
  static func load(
    _ files: ConfigurationFiles, _ surroundings: ConfigurationSurroundings
  ) throws(ConfigurationRefusal) -> Self {
    let faults = ConfigurationFaults()
    let tree = files.read(faults)
    var root = Section(tree, name: "", faults: faults)
    let configuration = Self(&root, surroundings)
    // A file that could not be read would only add faults that are none.
    if tree != nil { root.finish() }
    guard faults.all.isEmpty else { throw ConfigurationRefusal(faults: faults.distinct) }
    return configuration
  }

  private init(_ root: inout Section, _ surroundings: ConfigurationSurroundings) {
    let mode = ProviderPolicy.Mode(rawValue: root.read(Self.modeKey)) ?? .observe
    var makers: [ProviderMaker] = []
    var names: Set<ProviderName> = []
    var clients = ClientOwners()
    for (text, section) in root.sections("provider") {
      var section = section
      guard let name = Self.name(text, section) else { continue }
      names.insert(name)
      guard let maker = Self.provider(name, &section, mode, surroundings) else { continue }
      clients.claim(maker, name, section)
      makers.append(maker)
    }
    self.mode = mode
    providers = makers
    store = StoreSection(&root)
    let hooks = HooksSection(&root, providers: names)
    (self.hooks, hookDirectories, hookLimits) = (hooks.hooks, hooks.directories, hooks.limits)
  }

  private static func name(_ text: String, _ section: Section) -> ProviderName? {
    do { return try ProviderName(text) } catch {
      section.faults.add(
        ConfigurationFault(
          position: section.position, key: section.name, message: "the name \(error.problem)"))
      return nil
    }
  }

  private static func provider(
    _ name: ProviderName, _ section: inout Section, _ mode: ProviderPolicy.Mode,
    _ surroundings: ConfigurationSurroundings
  ) -> ProviderMaker? {
    let word = section.read(kindKey, placeholder: "")
    let own = section.readIfPresent(providerModeKey).flatMap(ProviderPolicy.Mode.init(rawValue:))
    let hasBaseline = section.read(baselineKey)
    let end = section.readIfPresent(secretExpiresKey)
    let notice = section.read(expiryNoticeKey)
    guard let kind = surroundings.kinds.first(where: { $0.name == word }) else {
      if !word.isEmpty {
        let known = surroundings.kinds.map(\.name)
        section.fault(
          "kind", Bounds.words(known)(word) ?? "", at: section.position(of: "kind"))
      }
      return nil
    }
    var maker = kind.read(
      &section,
      ProviderContext(
        name: name, mode: own ?? mode, hasBaseline: hasBaseline,
        credentialsDirectory: surroundings.credentialsDirectory,
        userAgent: surroundings.userAgent, now: surroundings.now, tell: surroundings.tell))
    section.finish()
    if let end { maker.expiry.expiries.append(Expiry("the secret (secret_expires)", at: end)) }
    maker.expiry.notice = notice
    return maker
  }
}

extension ConfigurationFaults {
  /// The faults without repeats, in the order found.
  var distinct: [ConfigurationFault] {
    var seen: Set<ConfigurationFault> = []
    return all.filter { seen.insert($0).inserted }
  }
}
