/// Finds a program of this product: beside the running one, in libexec, on PATH.
struct ProgramSearch {
  let launcher: any ProgramLauncher
  let environment: [String: String]

  /// The first place that has it.
  func find(_ name: String) throws(CommandFailure) -> String {
    for directory in directories {
      let path = "\(directory)/\(name)"
      if launcher.isProgram(path) { return path }
    }
    throw CommandFailure(
      .program, "\(name) is neither beside credstatectl nor in libexec nor on PATH",
      nextStep: "install the daemon, or put its directory on PATH")
  }

  private var directories: [String] {
    let own = launcher.ownDirectory().map { [$0, "\($0)/../libexec/credstate", "\($0)/../sbin"] }
    // An empty or relative member of PATH is the present directory: whoever owns that is no friend.
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (own ?? []) + ["/usr/libexec/credstate"] + path.filter { $0.hasPrefix("/") }
      + ["/usr/sbin", "/usr/local/sbin"]
  }
}
