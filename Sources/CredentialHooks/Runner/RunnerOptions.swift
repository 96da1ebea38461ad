internal import CredentialCore
internal import Linux

/// The command line of `credstate-hookd`.
struct RunnerOptions: Equatable {
  var socket = Names.hookSocket
  var users: [String] = []
  var trustsOwnFiles = false
  var usesGroup = false
  var limit = 64
  var stopGrace = 20

  static let help = """
    Usage: credstate-hookd [OPTION]...
    Runs hooks for credstated. It keeps no files and knows no tokens.

      --socket PATH        where to listen (\(Names.hookSocket)), unless a service manager
                           hands a socket over
      --allow-user USER    a user, by name or number, who may connect beside root; may be given
                           several times. The runner's own user is its hooks' too: name it only where
                           a hook may end or answer for any other hook
      --cgroup             run each hook in a control group below the runner's own, which must be
                           delegated to it (Delegate=yes)
      --trust-own-files    run hooks that belong to the runner's own user too, also below /tmp; for
                           demonstrations and tests
      --limit N            hooks that may run at once (64)
      --stop-grace SECONDS how long hooks may go on after SIGTERM (20)
      --help               show this text
    """

  /// Reads the arguments after the program's name; throws what is wrong with them.
  init(_ arguments: [String]) throws(RefusedRun) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--socket": socket = try Self.value(of: argument, &rest)
      case "--allow-user": users.append(try Self.value(of: argument, &rest))
      case "--cgroup": usesGroup = true
      case "--trust-own-files": trustsOwnFiles = true
      case "--limit": limit = try Self.number(of: argument, &rest, 1...4096)
      case "--stop-grace": stopGrace = try Self.number(of: argument, &rest, 0...86_400)
      default: throw RefusedRun("unknown option \(argument)")
      }
    }
    guard socket.hasPrefix("/") else { throw RefusedRun("--socket needs an absolute path") }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(RefusedRun) -> String {
    guard let value = rest.popFirst() else { throw RefusedRun("\(option) needs a value") }
    return value
  }

  private static func number(
    of option: String, _ rest: inout ArraySlice<String>, _ range: ClosedRange<Int>
  ) throws(RefusedRun) -> Int {
    let text = try value(of: option, &rest)
    guard let number = Int(text), range.contains(number) else {
      throw RefusedRun("\(option) must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
