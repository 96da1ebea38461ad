internal import CredentialCore
internal import CredentialMonitor

/// What `credstated --simulate` was asked for, as the command line gave it.
struct SimulationWishes: Sendable, Equatable {
  var fault = ""
  var lasting: String?
  var credentials: String?
  var rate: String?
  var policyFile: String?
  var provider: String?
  var seed: String?

  /// The plan they amount to; throws every fault of the command line and of the policy's file.
  func plan(_ surroundings: ConfigurationSurroundings) throws(ConfigurationRefusal)
    -> SimulationPlan
  {
    let faults = ConfigurationFaults()
    let reader = ArgumentReader(faults: faults)
    let kind = reader.word("--simulate", fault, SimulatedFault.self)
    let lasting = reader.duration("--for", self.lasting, in: SimulationBounds.duration)
    let users = reader.number("--credentials", credentials, in: SimulationBounds.credentials)
    let rate = reader.real("--rate", self.rate, in: SimulationBounds.rate)
    let seed = reader.number("--seed", self.seed, in: 0...Int.max)
    if self.lasting == nil { reader.fault("--for", "must be given, such as --for 6h") }
    let policy = SimulatedPolicy(file: policyFile, provider: provider)
      .read(faults, surroundings)
    guard faults.all.isEmpty, let kind, let lasting, let policy else {
      throw ConfigurationRefusal(faults: faults.distinct)
    }
    var plan = SimulationPlan(
      fault: kind, lasting: lasting, credentials: users ?? SimulationBounds.standardCredentials,
      policy: policy, seed: UInt64(seed ?? 1))
    plan.setPace(rate, isBuiltIn: policyFile == nil)
    return plan
  }
}

extension SimulationPlan {
  /// Sets how fast the provider is asked: as wished; else as the policy has it, and of the built-in
  /// policy fast enough for so many users.
  fileprivate mutating func setPace(_ rate: Double?, isBuiltIn: Bool) {
    if let rate {
      policy.looksPerSecond = rate
    } else if isBuiltIn {
      policy.looksPerSecond = max(policy.looksPerSecond, needed * 1.5)
    }
    if isBuiltIn {
      policy.inFlight = max(policy.inFlight, Int(min(1000, policy.looksPerSecond.rounded(.up))))
    }
  }
}
