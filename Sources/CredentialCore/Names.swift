/// Every outward name of the product, declared once: bus, paths, environment, journal fields.
package enum Names {
  /// The version of the product, as every program and `GetStatus` tell it (semver.org).
  package static let version = "0.1.0"

  /// The bus name and interface.
  package static let interface = "org.credstate.Monitor1"
  /// The object that carries the interface.
  package static let objectPath = "/org/credstate/Monitor1"
  /// What every D-Bus error name begins with.
  package static let errorPrefix = "org.credstate.Monitor1.Error."

  /// Where the daemon's configuration lies.
  package static let configurationFile = "/etc/credstate/credstate.toml"
  /// Where executables for every log-out event lie, the administrator's first.
  package static let hookDirectories = ["/etc/credstate/hooks.d", "/usr/lib/credstate/hooks.d"]
  /// The directory of the store when systemd names none.
  package static let stateDirectory = "/var/lib/credstate"
  /// The socket of the hook runner.
  package static let hookSocket = "/run/credstate-hookd/socket"
  /// The name of the systemd credential with the 32-byte sealing key.
  package static let sealingKeyCredential = "credstate.seal"

  /// Journal fields are the upper-case name with this prefix.
  package static let journalFieldPrefix = "CREDSTATE_"
  /// The variables a hook gets, beside PATH, HOME, LANG and USER.
  package enum HookVariable: String, CaseIterable, Sendable {
    /// The event's id, the same over every attempt.
    case eventID = "CREDSTATE_EVENT_ID"
    /// What the event tells.
    case event = "CREDSTATE_EVENT"
    /// What to do.
    case action = "CREDSTATE_ACTION"
    /// The new state.
    case state = "CREDSTATE_STATE"
    /// Why.
    case reason = "CREDSTATE_REASON"
    /// The provider's name.
    case provider = "CREDSTATE_PROVIDER"
    /// The user ID.
    case subject = "CREDSTATE_SUBJECT"
    /// The service's own name for the user; absent when there is none.
    case account = "CREDSTATE_ACCOUNT"
    /// The attempt's number, from 1.
    case attempt = "CREDSTATE_ATTEMPT"
    /// How the attempt before ended; absent for the first.
    case previous = "CREDSTATE_PREVIOUS"
    /// The runner's mark of this run, by which it finds what a hook leaves behind.
    case run = "CREDSTATE_RUN"
  }
}

/// The exit statuses of the programs, declared once; `sysexits.h` gave the higher ones.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Done.
  case done = 0
  /// It failed.
  case failed = 1
  /// Wrong use.
  case usage = 2
  /// The thing asked for does not exist.
  case notFound = 3
  /// The daemon cannot be reached.
  case unreachable = 4
  /// The store cannot be used; a restart does not help.
  case badStore = 65
  /// Another process holds the store.
  case storeInUse = 69
  /// The configuration cannot be used; a restart does not help.
  case badConfiguration = 78
}
