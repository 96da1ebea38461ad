package import CredentialCore

/// Why a command did not do what it was asked: a code, a sentence, the next step, an exit status.
package struct CommandFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed set of causes; the raw value is `error.code` of the JSON contract.
  package enum Code: String, Sendable, CaseIterable {
    /// The command line was not understood.
    case usage
    /// The daemon refused an argument.
    case invalidArgument = "invalid_argument"
    /// There is no acceptable token on standard input.
    case badToken = "bad_token"
    /// There is no such credential.
    case notFound = "not_found"
    /// The bus or the daemon is not there.
    case unreachable
    /// The daemon gave no answer in time, or went away before it.
    case noAnswer = "no_answer"
    /// The daemon is about to end.
    case stopping
    /// Too much is waiting.
    case busy
    /// The store takes no writes.
    case storeFull = "store_full"
    /// A rule forbids it now.
    case refused
    /// The budget for looks is spent.
    case budgetSpent = "budget_spent"
    /// There is no access token to be had for this user until the next sign-in.
    case noAccessToken = "no_access_token"
    /// The caller may not do this.
    case notAllowed = "not_allowed"
    /// The cursor belongs to another store.
    case generationChanged = "generation_changed"
    /// The cursor points at events that are no longer kept.
    case behindRetention = "behind_retention"
    /// The configuration has faults.
    case badConfiguration = "bad_configuration"
    /// Daemon and command do not understand each other.
    case incompatible
    /// A program that the verb runs cannot be started.
    case program
    /// The output cannot be written.
    case output
    /// A sign-in: the user gave up, or did not consent.
    case canceled
    /// A sign-in: the provider refused it, or did not answer.
    case failed
    /// A sign-in: what was handed over or answered is not to be believed.
    case invalidResponse = "invalid_response"
    /// A sign-in: it cannot be handled as the daemon is configured.
    case notHandled = "not_handled"
    /// A sign-in: anything else.
    case unknown
    /// A fault of the daemon's own, or one that has no name here.
    case `internal`

    /// The exit status of the command.
    package var status: ExitStatus {
      switch self {
      case .usage, .invalidArgument, .badToken: .usage
      case .notFound: .notFound
      case .unreachable, .noAnswer, .stopping: .unreachable
      case .busy, .storeFull, .refused, .budgetSpent, .noAccessToken, .notAllowed,
        .generationChanged, .behindRetention, .badConfiguration, .incompatible, .program, .output,
        .canceled,
        .failed, .invalidResponse, .notHandled, .unknown, .internal:
        ExitStatus.failed
      }
    }
  }

  /// The cause.
  package let code: Code
  /// What happened, to what.
  package let message: String
  /// What to do next; empty when the message says it.
  package let nextStep: String
  /// More members of the JSON error.
  package let details: Fields

  /// Describes a failure.
  package init(_ code: Code, _ message: String, nextStep: String = "", details: Fields = [:]) {
    (self.code, self.message) = (code, message)
    (self.nextStep, self.details) = (nextStep, details)
  }

  /// The failure that a line which was not understood is.
  package init(_ error: UsageError) {
    self.init(.usage, error.description)
  }

  /// Message and next step.
  package var description: String {
    nextStep.isEmpty ? message : "\(message); \(nextStep)"
  }

  /// Whether waiting may help: the daemon or the bus is away, or has too much to do.
  package var isPassing: Bool {
    switch code {
    case .unreachable, .noAnswer, .stopping, .busy: true
    default: false
    }
  }

  /// The `error` member of the JSON contract.
  package var fields: Fields {
    var fields: Fields = [
      "code": .text(code.rawValue), "message": .text(message),
      "exit_status": .integer(Int64(code.status.rawValue)),
    ]
    if !nextStep.isEmpty { fields.add("next_step", .text(nextStep)) }
    for member in details.members { fields.add(member.name, member.value) }
    return fields
  }
}
