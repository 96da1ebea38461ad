internal import CredentialCore
internal import Systemd

extension BusVerb {
  /// Passes on what a user's device saw.
  static let report = BusVerb(
    "Report", input: credential + [.init("saw", "s"), .init("details", "a{sv}")],
    output: [.init("outcome", "a{sv}")], changes: true, audit: .report
  ) { arguments, operations in
    let details = try ReportDetails(arguments.fields(3))
    let request = ReportRequest(
      id: try arguments.credential(), saw: try deviceState(arguments.text(2)), at: details.at,
      client: details.client)
    return [BusValue(try await operations.report(request))]
  }

  private static func deviceState(_ word: String) throws -> DeviceState {
    if let state = DeviceState(rawValue: word) { return state }
    let words = DeviceState.allCases.map(\.rawValue).joined(separator: ", ")
    throw BusArguments.invalid("saw must be one of \(words)")
  }
}

/// The `details` of Report.
private struct ReportDetails {
  /// When it was seen; empty for now.
  private(set) var at = ""
  /// The client whose app saw it.
  private(set) var client: ClientID?

  init(_ fields: [BusField]) throws {
    for field in fields {
      switch (field.name, field.value) {
      case ("at", .string(let text)): at = text
      case ("client", .string(let text)): client = try BusArguments.client(text)
      default: throw BusArguments.invalid("details may hold at (s) and client (s)")
      }
    }
  }
}
