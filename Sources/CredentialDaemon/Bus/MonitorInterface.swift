internal import CredentialCore
internal import Systemd

/// The declaration of `org.credstate.Monitor1`; its prose is in `systemd/org.credstate.Monitor1.xml`.
enum MonitorInterface {
  static func served(_ handle: @escaping @Sendable (BusCall) -> Void) -> BusInterface {
    BusInterface(
      path: Names.objectPath, name: Names.interface, methods: verbs.map(\.method),
      signals: EventSignal.allCases.map(\.declaration),
      busyError: OperationError(.busy, "").name, handle: handle)
  }

  /// Every verb, in the order of introspection.
  static let verbs: [BusVerb] = [
    .register,
    .signIn,
    .get,
    .getUser,
    .explain,
    .list,
    .checkNow,
    .getAccessToken,
    .report,
    .submitPush,
    .forget,
    .releaseHolds,
    .discardHolds,
    .pause,
    .resume,
    .acceptBaseline,
    .revert,
    .exportTransfer,
    .importTransfer,
    .getTransfer,
    .listTransfers,
    .listAudit,
    .getProfile,
    .testProvider,
    .startRecording,
    .stopRecording,
    .listRecordings,
    .listEvents,
    .getStatus,
    .reload,
  ]
}
