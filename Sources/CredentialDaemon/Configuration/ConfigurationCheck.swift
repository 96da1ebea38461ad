internal import CredentialCore
internal import Systemd

/// What `credstated --check-config` prints: every fault, or what is in force.
struct ConfigurationCheck: Sendable, Equatable {
  /// Goes to standard output.
  let report: String
  /// Goes to standard error.
  let faults: String
  /// The exit status.
  let status: ExitStatus

  /// Checks the files without starting anything.
  static func run(
    _ files: ConfigurationFiles, _ surroundings: ConfigurationSurroundings
  ) -> Self {
    do {
      let configuration = try Configuration.load(files, surroundings)
      return Self(report: summary(configuration, files), faults: "", status: .done)
    } catch {
      let count = error.faults.count
      let closing = "\(count) fault\(count == 1 ? "" : "s"); nothing was changed"
      return Self(report: "", faults: "\(error)\n\(closing)\n", status: .badConfiguration)
    }
  }

  private static func summary(_ configuration: Configuration, _ files: ConfigurationFiles)
    -> String
  {
    let providers = configuration.providers.map { $0() }
    defer { for provider in providers { provider.looker.close() } }
    var lines = ["\(files.main): no faults", "mode: \(configuration.mode.rawValue)"]
    for provider in providers {
      let policy = provider.policy
      lines.append(
        "provider \(provider.name): kind \(provider.kind), mode \(policy.mode.rawValue), "
          + "interval \(DurationText.text(of: policy.interval)), "
          + "confirm_after \(DurationText.text(of: policy.confirmAfter)), "
          + "clients \(provider.clients.map(\.text).joined(separator: " "))")
    }
    for hook in configuration.hooks {
      lines.append(
        "hook \(hook.name): \(hook.command.joined(separator: " ")), "
          + "timeout \(DurationText.text(of: hook.limits.timeout))")
    }
    lines.append("hook directories: \(configuration.hookDirectories.joined(separator: " "))")
    return lines.map { printable($0, limit: 4096) }.joined(separator: "\n")
  }
}
