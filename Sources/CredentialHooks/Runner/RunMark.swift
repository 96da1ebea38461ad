internal import CredentialCore

/// What a hook's environment is marked with, so that what it leaves behind can be told for its own.
struct RunMark {
  /// The environment variable that holds it.
  static let variable = Names.HookVariable.run.rawValue
  /// What the names of control groups for runs begin with.
  static let groupPrefix = "hook-"

  /// The runner's id, new at each start.
  let instance: String
  /// The run's number in this runner.
  let number: Int
  /// The runner's socket: what later runners at the same place have in common.
  let socket: String

  /// The mark itself.
  var text: String { "\(instance).\(number)@\(socket)" }

  /// The name of the run's control group.
  var groupName: String { "\(Self.groupPrefix)\(instance)-\(number)" }

  /// Whether a mark was given by any runner at `socket`.
  static func isOf(socket: String, _ text: String) -> Bool {
    text.drop { $0 != "@" }.dropFirst() == socket[...]
  }
}
