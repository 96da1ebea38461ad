internal import CredentialCore
internal import Systemd

extension CommandFailure {
  private static let look = "is credstated running? see: systemctl status credstated"

  /// The failure that a bus error is: every error of the API has a code, an exit status and a next
  /// step here.
  init(_ error: BusError, member: String) {
    switch error.code {
    case .unreachable:
      self.init(
        .unreachable, error.message,
        nextStep: "is it running? see: systemctl status dbus")
    case .disconnected, .closed:
      self.init(
        .noAnswer, "the connection to the bus was lost before credstated answered",
        nextStep: Self.doubt(member))
    case .timedOut:
      self.init(
        .noAnswer, "credstated did not answer in time", nextStep: Self.doubt(member))
    case .remote: self.init(remote: error, member: member)
    case .nameRefused, .malformed, .tooLarge: self.init(.internal, error.description)
    }
  }

  private init(remote error: BusError, member: String) {
    if error.name.hasPrefix(Names.errorPrefix) {
      self.init(own: String(error.name.dropFirst(Names.errorPrefix.count)), error.message)
      return
    }
    let prefix = "org.freedesktop.DBus.Error."
    switch error.name.hasPrefix(prefix) ? String(error.name.dropFirst(prefix.count)) : "" {
    case "ServiceUnknown", "NameHasNoOwner":
      self.init(.unreachable, "credstated is not on the bus", nextStep: Self.look)
    case "NoReply", "Timeout", "TimedOut", "Disconnected":
      self.init(
        .noAnswer, "credstated went away, or did not answer in time",
        nextStep: Self.doubt(member))
    case "AccessDenied", "AuthFailed", "InteractiveAuthorizationRequired":
      self.init(
        .notAllowed, "the bus does not let this user call \(member): \(error.message)",
        nextStep: "run it as root, or as a member of the group credstate-clients")
    case "UnknownMethod", "UnknownInterface", "UnknownObject", "InvalidArgs":
      self.init(
        .incompatible, "credstated does not know this call of \(member)",
        nextStep: "install credstatectl and credstated of the same version")
    case "LimitsExceeded":
      self.init(.busy, error.message, nextStep: "try again later")
    default: self.init(.internal, error.description)
    }
  }

  /// An error of the API by its name without the prefix; its sentence is the daemon's.
  private init(own name: String, _ message: String) {
    switch name {
    case "InvalidArgument": self.init(.invalidArgument, message)
    case "NotFound":
      self.init(.notFound, message, nextStep: "see what there is: credstatectl list")
    case "Busy": self.init(.busy, message, nextStep: "try again later")
    case "StoreFull": self.init(.storeFull, message, nextStep: "see: credstatectl status")
    case "Refused": self.init(.refused, message)
    case "NoAccessToken": self.init(.noAccessToken, message)
    case "NotAllowed": self.init(.notAllowed, message, nextStep: "run it as root")
    case "GenerationChanged":
      self.init(
        .generationChanged, message,
        nextStep: "compare all credentials (credstatectl list), then follow from the start")
    case "BehindRetention":
      self.init(
        .behindRetention, message,
        nextStep: "compare all credentials (credstatectl list), then follow from a later number")
    case "BadConfiguration": self.init(.badConfiguration, message)
    case "Stopping": self.init(.stopping, message, nextStep: Self.look)
    case "Canceled": self.init(.canceled, message)
    case "Failed": self.init(.failed, message)
    case "InvalidResponse": self.init(.invalidResponse, message)
    case "NotHandled": self.init(.notHandled, message)
    case "Unknown": self.init(.unknown, message)
    case "Internal":
      self.init(.internal, message, nextStep: "see: journalctl --unit=credstated")
    default: self.init(.internal, "\(message) (\(Names.errorPrefix)\(name))")
    }
  }

  /// The next step when it is not known whether the call was obeyed.
  private static func doubt(_ member: String) -> String {
    switch member {
    case "SubmitPush": "have the provider send it again: the same push twice counts once"
    case "Register", "SignIn", "Forget", "CheckNow", "Reload", "ReleaseHolds", "DiscardHolds",
      "Pause", "Resume", "AcceptBaseline", "Revert", "Report", "ExportTransfer", "ImportTransfer":
      "it may have been done all the same: look with credstatectl show or audit; \(look)"
    default: look
    }
  }
}
