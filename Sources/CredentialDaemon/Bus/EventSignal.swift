internal import CredentialCore
internal import Systemd

/// The signals of the bus interface.
enum EventSignal: String, CaseIterable {
  case stateChanged = "CredentialStateChanged"
  case revoked = "CredentialRevoked"
  case reauthenticationNeeded = "ReauthenticationNeeded"
  case sessionEnded = "SessionEnded"

  var declaration: BusInterface.Signal {
    .init(rawValue, [.init("sequence", "t"), .init("event", "a{sv}")])
  }

  /// What tells of `event`, in order.
  static func signals(for event: Event) -> [BusSignal] {
    var kinds: [EventSignal] = [.stateChanged]
    if event.body.kind == .sessionEnd {
      kinds.append(.sessionEnded)
    } else if event.body.action >= .logOut {
      kinds.append(.revoked)
    } else if event.body.action == .reauthenticate {
      kinds.append(.reauthenticationNeeded)
    }
    let arguments = [BusValue.uint64(UInt64(clamping: event.sequence)), BusValue(event.fields)]
    return kinds.map { kind in
      BusSignal(
        path: Names.objectPath, interface: Names.interface, member: kind.rawValue,
        arguments: arguments)
    }
  }
}
