internal import CredentialCore
internal import CredentialProviders

/// What `credstated --conformance COMMAND` was asked for, as the command line gave it.
struct ConformanceWishes: Sendable, Equatable {
  var command: [String] = []
  var client: String?
  var user: String?
  var gone: String?
  var token: String?
}

/// What `credstated --conformance` does: the contract of kind `exec`, run against a program.
enum ConformanceMode {
  /// Runs it; what is to be printed, and whether the program keeps to the contract.
  static func run(
    _ wishes: ConformanceWishes, isJSON: Bool
  ) async throws(ConfigurationRefusal) -> (text: String, isWell: Bool) {
    let checks = await (try conformance(wishes)).run()
    let isWell = checks.allSatisfy { $0.problem == nil }
    guard !isJSON else {
      let report: Fields = [
        "conforms": .boolean(isWell), "checks": .list(checks.map { .fields($0.fields) }),
      ]
      return (Value.fields(report).json, isWell)
    }
    let lines = checks.map { check in
      check.problem.map { "FAILED  \(check.rule): \($0)" } ?? "passed  \(check.rule)"
    }
    return (lines.joined(separator: "\n"), isWell)
  }

  private static func conformance(
    _ wishes: ConformanceWishes
  ) throws(ConfigurationRefusal) -> ExecConformance {
    let faults = ConfigurationFaults()
    let reader = ArgumentReader(faults: faults)
    if let path = wishes.command.first, let problem = Bounds.absolutePath(path) {
      reader.fault("--conformance", problem)
    }
    let client = reader.name("--client", wishes.client ?? "conformance", ClientID.self)
    let user = wishes.user.flatMap { reader.name("--user", $0, Subject.self) }
    let gone = wishes.gone.flatMap { reader.name("--gone", $0, Subject.self) }
    guard faults.all.isEmpty, let client else {
      throw ConfigurationRefusal(faults: faults.distinct)
    }
    var conformance = ExecConformance(command: wishes.command, client: client)
    (conformance.user, conformance.gone) = (user, gone)
    conformance.token = wishes.token.map { Secret(Array($0.utf8)) }
    return conformance
  }
}

extension ArgumentReader {
  /// A user ID or client id.
  func name<Name: OpaqueText>(_ option: String, _ text: String, _ type: Name.Type) -> Name? {
    do throws(InvalidText) { return try Name(text) } catch {
      fault(option, error.problem)
      return nil
    }
  }
}
