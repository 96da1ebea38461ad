internal import CredentialCore

/// What the configuration says about one hook.
struct HookSettings: Sendable, Equatable {
  /// Its name: of the `[[hook]]` entry, or of the file in `hooks.d`.
  let name: HookName
  /// The program and its arguments; the path is absolute.
  let command: [String]
  /// Which events it is told of.
  let subscription: HookSubscription
  /// Whether it is not run, and the log told that it would have been.
  let isObserved: Bool
  /// How it is run.
  let limits: HookLimits
}

/// How a hook is run; the same keys in `[hooks]` and in each `[[hook]]`, which overrides them.
struct HookLimits: Sendable, Equatable {
  /// Time until it is asked to end.
  var timeout: Duration
  /// Time between being asked to end and being killed.
  var grace: Duration
  /// Runs of it at once.
  var concurrency: Int
  /// When and how long it is tried again.
  var retry: RetryPlan

  static let timeoutKey = Key<Duration>(
    "timeout", default: .seconds(60), range: "1s to 1h",
    "How long a hook may run before it is ended (TERM, then KILL).",
    check: Bounds.durations(.seconds(1), .seconds(3600)))
  static let graceKey = Key<Duration>(
    "grace", default: .seconds(5), range: "100ms to 5m",
    "Time between TERM and KILL.", check: Bounds.durations(.milliseconds(100), .seconds(300)))
  static let concurrencyKey = Key<Int>(
    "concurrency", default: 4, range: "1 to 64",
    "How many runs of one hook go on at once; events of one credential keep their order.",
    check: Bounds.numbers(1, 64))
  static let firstWaitKey = Key<Duration>(
    "retry_first", default: .seconds(30), range: "1s to 1h",
    "Wait before a failed hook is run again; it doubles with every further attempt.",
    check: Bounds.durations(.seconds(1), .seconds(3600)))
  static let longestWaitKey = Key<Duration>(
    "retry_longest", default: .seconds(3600), range: "1s to 1d",
    "The longest wait between two attempts.",
    check: Bounds.durations(.seconds(1), .seconds(86_400)))
  static let giveUpKey = Key<Duration>(
    "give_up_after", default: .seconds(86_400), range: "1s to 30d",
    "How long after the first attempt the last one may start; then the event is a dead letter.",
    check: Bounds.durations(.seconds(1), .seconds(30 * 86_400)))
  static let onUnknownKey = Key<String>(
    "on_unknown", default: "retry", range: "\"retry\" or \"dead_letter\"",
    "What follows an attempt whose end is not known, as after a crash of the hook runner.",
    check: Bounds.words(["retry", "dead_letter"]))

  static let documentation = [
    timeoutKey.documentation, graceKey.documentation, concurrencyKey.documentation,
    firstWaitKey.documentation, longestWaitKey.documentation, giveUpKey.documentation,
    onUnknownKey.documentation,
  ]

  /// What holds when nothing is configured.
  static func defaults() -> Self {
    var section = Section(nil, name: "hooks", faults: ConfigurationFaults())
    return Self(&section, over: nil)
  }

  /// Reads the keys of `section`; absent ones are taken from `base`, else from the defaults.
  init(_ section: inout Section, over base: Self?) {
    func value<Setting>(_ key: Key<Setting>, _ inherited: Setting?, _ section: inout Section)
      -> Setting
    {
      guard let inherited else { return section.read(key) }
      return section.readIfPresent(key) ?? inherited
    }
    let plan = base?.retry
    timeout = value(Self.timeoutKey, base?.timeout, &section)
    grace = value(Self.graceKey, base?.grace, &section)
    concurrency = value(Self.concurrencyKey, base?.concurrency, &section)
    let unknown = plan.map { $0.retriesUnknown ? "retry" : "dead_letter" }
    retry = RetryPlan(
      firstWait: value(Self.firstWaitKey, plan?.firstWait, &section),
      longestWait: value(Self.longestWaitKey, plan?.longestWait, &section),
      giveUpAfter: value(Self.giveUpKey, plan?.giveUpAfter, &section),
      retriesUnknown: value(Self.onUnknownKey, unknown, &section) == "retry")
  }
}
