internal import CredentialCore
internal import CredentialHooks

/// The hooks in force: the configured entries and the executables of the hook directories.
struct HookPlan: Sendable {
  /// What is run.
  let hooks: [Hook]
  /// What each is told of.
  let subscriptions: [HookSubscription]
  /// What the log is told of files that are passed over.
  let notices: [Notice]

  /// Looks into the hook directories; an entry of the configuration hides a file of its name.
  init(_ configuration: Configuration) {
    let directories = HookDirectories(configuration.hookDirectories)
    let configured = Set(configuration.hooks.map(\.name))
    let files = directories.found.filter { !configured.contains($0.name) }
    let hidden = directories.found.filter { configured.contains($0.name) }
    hooks =
      configuration.hooks.map {
        Self.hook($0.name, $0.command, $0.limits, isObserved: $0.isObserved)
      }
      + files.map { Self.hook($0.name, [$0.path], configuration.hookLimits) }
    subscriptions =
      configuration.hooks.map(\.subscription) + files.map { Self.everyLogOut($0.name) }
    notices =
      directories.skipped.filter(\.isWarning).map { Self.passedOver($0.path, $0.reason) }
      + hidden.map { Self.passedOver($0.path, "a [[hook]] of the configuration has its name") }
  }

  private static func hook(
    _ name: HookName, _ command: [String], _ limits: HookLimits, isObserved: Bool = false
  ) -> Hook {
    Hook(
      name: name, command: command, isObserved: isObserved, concurrency: limits.concurrency,
      timeout: limits.timeout,
      grace: limits.grace, retry: limits.retry)
  }

  /// Executables of the directories are told of events that end sessions, and of nothing else.
  private static func everyLogOut(_ name: HookName) -> HookSubscription {
    HookSubscription(name: name, kinds: [.stateChanged], minimumAction: .logOut, providers: nil)
  }

  private static func passedOver(_ path: String, _ reason: String) -> Notice {
    Notice(.hookRefused, ["path": .text(path), "detail": .text(reason)])
  }
}
