internal import CredentialCore

/// Reads `[hooks]` and every `[[hook]]`.
struct HooksSection {
  static let directoriesKey = Key<[String]>(
    "directories", default: Names.hookDirectories, range: "absolute paths",
    """
    Directories of executables that are run for every event with action log_out or more; a file in \
    an earlier one hides its namesakes in later ones.
    """,
    check: { paths in paths.compactMap(Bounds.absolutePath).first })
  static let nameKey = Key<String>.required(
    "name", range: "a-z, 0-9, '-' and '_', at most 32",
    "The hook's name in log, bus and ledger; it keeps its deliveries under this name.")
  static let kindKey = Key<String>(
    "kind", default: "exec", range: "\"exec\"", "How the hook is run.",
    check: Bounds.words(["exec"]))
  static let commandKey = Key<[String]>.required(
    "command", range: "an absolute path and its arguments",
    "The program to run and its arguments; no shell reads them.",
    check: { command in
      guard let program = command.first else { return "must name a program" }
      return Bounds.absolutePath(program)
    })
  static let onKey = Key<[String]>(
    "on", default: [EventKind.stateChanged.rawValue],
    range: EventKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
    "The kinds of event it is run for.",
    check: { kinds in
      if kinds.isEmpty { return "is empty: the hook would never run" }
      return kinds.compactMap(Bounds.words(EventKind.allCases.map(\.rawValue))).first
    })
  static let minimumActionKey = Key<String>(
    "min_action", default: Action.logOut.rawValue,
    range: Action.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
    "The least action of an event that it is run for.",
    check: Bounds.words(Action.allCases.map(\.rawValue)))
  static let providersKey = Key<[String]>.optional(
    "providers", range: "names of configured providers",
    "Only events of these providers; absent: of all.",
    check: { $0.isEmpty ? "is empty: the hook would never run" : nil })

  static let modeKey = Key<String>(
    "mode", default: ProviderPolicy.Mode.enforce.rawValue, range: "\"observe\" or \"enforce\"",
    "Whether the hook is run (enforce), or the log is told that it would have been (observe).",
    check: Bounds.words(ProviderPolicy.Mode.allCases.map(\.rawValue)))

  static let sectionDocumentation = [directoriesKey.documentation] + HookLimits.documentation
  static let entryDocumentation =
    [
      nameKey.documentation, kindKey.documentation, commandKey.documentation, onKey.documentation,
      minimumActionKey.documentation, providersKey.documentation, modeKey.documentation,
    ] + HookLimits.documentation

  /// The directories of executables.
  let directories: [String]
  /// What holds for every hook that does not say otherwise.
  let limits: HookLimits
  /// The `[[hook]]` entries.
  let hooks: [HookSettings]

  /// Reads both; `providers` are the names that an entry may refer to.
  init(_ root: inout Section, providers: Set<ProviderName>) {
    var section = root.section("hooks")
    directories = section.read(Self.directoriesKey)
    limits = HookLimits(&section, over: nil)
    section.finish()
    var hooks: [HookSettings] = []
    for var entry in root.list("hook") {
      let hook = Self.hook(&entry, limits, providers)
      if hooks.contains(where: { $0.name == hook.name }) {
        entry.fault("name", "is used by two hooks: \(hook.name)", at: entry.position(of: "name"))
      }
      entry.finish()
      hooks.append(hook)
    }
    self.hooks = hooks
  }

  private static func hook(
    _ entry: inout Section, _ limits: HookLimits, _ providers: Set<ProviderName>
  ) -> HookSettings {
    let name = entry.read(nameKey, placeholder: "unnamed")
    do { _ = try ProviderName(name) } catch {
      entry.fault("name", error.problem, at: entry.position(of: "name"))
    }
    _ = entry.read(kindKey)
    let command = entry.read(commandKey, placeholder: ["/bin/false"])
    let kinds = entry.read(onKey).compactMap(EventKind.init(rawValue:))
    let action = Action(rawValue: entry.read(minimumActionKey)) ?? .logOut
    let subscription = HookSubscription(
      name: HookName(name), kinds: Set(kinds), minimumAction: action,
      providers: only(&entry, providers))
    return HookSettings(
      name: HookName(name), command: command, subscription: subscription,
      isObserved: entry.read(modeKey) == ProviderPolicy.Mode.observe.rawValue,
      limits: HookLimits(&entry, over: limits))
  }

  private static func only(
    _ entry: inout Section, _ providers: Set<ProviderName>
  ) -> Set<ProviderName>? {
    guard let texts = entry.readIfPresent(providersKey) else { return nil }
    let names = texts.compactMap { try? ProviderName($0) }
    for name in texts where !providers.contains(where: { $0.text == name }) {
      let known = providers.map(\.text).sorted().joined(separator: ", ")
      entry.fault(
        "providers", "\"\(name)\" is not configured; configured are: \(known)",
        at: entry.position(of: "providers"))
    }
    return Set(names)
  }
}
