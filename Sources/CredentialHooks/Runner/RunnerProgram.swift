internal import CredentialCore
internal import Linux
internal import Systemd

/// The program `credstate-hookd`.
package enum RunnerProgram {
  /// Runs until told to stop; returns the exit status. Call on the process's first thread, first
  /// thing.
  package static func main(_ arguments: [String]) -> Int32 {
    let signals = SignalDescriptor(SignalDescriptor.daemonSignals)
    let childEnded = SignalDescriptor([SignalDescriptor.childEnded])
    ThisProcess.ignoreBrokenPipes()
    // Hooks run as the same user, and none may read what another was told.
    ThisProcess.forbidDumping()
    if arguments.contains("--help") {
      ThisProcess.say(RunnerOptions.help)
      return ExitStatus.done.rawValue
    }
    do throws(RefusedRun) {
      let options = try RunnerOptions(arguments)
      return start(options, signals, childEnded)
    } catch {
      complain("\(error); see --help")
      return ExitStatus.usage.rawValue
    }
  }

  private static func start(
    _ options: RunnerOptions, _ signals: SignalDescriptor, _ childEnded: SignalDescriptor
  ) -> Int32 {
    do {
      let setup = try setup(options)
      let inherited = ThisProcess.inheritedSocket()
      // A service manager runs one runner for its socket, in a directory that no hook can write.
      let lock = inherited == nil ? try FileLock(path: options.socket + ".lock") : nil
      ThisProcess.becomeSubreaper()
      let previous = PreviousRunner(
        socket: options.socket, group: setup.surroundings.group)
      try previous.clear(until: BootClock.nanoseconds() + 30_000_000_000)
      let listener =
        try inherited
        ?? UnixSocket.listen(path: options.socket, mode: 0o660)
      Notify().ready(status: "Waiting for hooks to run")
      try withExtendedLifetime(lock) {
        try Runner(setup).serve(listener, signals: signals, childEnded: childEnded)
      }
      return ExitStatus.done.rawValue
    } catch {
      complain("\(error)")
      return ExitStatus.failed.rawValue
    }
  }

  private static func setup(_ options: RunnerOptions) throws(RefusedRun) -> Runner.Setup {
    guard let directory = ThisProcess.programDirectory() else {
      throw RefusedRun("cannot tell where this program lies: /proc is not there")
    }
    let users = try allowedUsers(options.users)
    let own = options.trustsOwnFiles
    let group = options.usesGroup ? ControlGroup.own() : nil
    if options.usesGroup, group == nil {
      complain("no control group of version 2 here; hooks are found by session and mark instead")
    }
    let surroundings = HookRun.Surroundings(
      trampoline: "\(directory)/credstate-exec",
      trust: PathTrust(
        owners: own ? [0, ThisProcess.userID] : [0], allowsStickyDirectories: own),
      userName: ThisProcess.userName(),
      instance: "\(ThisProcess.pid)-\(BootClock.nanoseconds())", socket: options.socket,
      group: group)
    return Runner.Setup(
      socket: options.socket, allowedUsers: users, surroundings: surroundings,
      limit: options.limit, outcomeLimit: 4096, stopGrace: .seconds(options.stopGrace))
  }

  /// Root and the named ones; not the runner's own user, whom every hook is.
  static func allowedUsers(_ names: [String]) throws(RefusedRun) -> Set<UInt32> {
    var users: Set<UInt32> = [0]
    for name in names {
      guard let user = ThisProcess.userID(named: name) else {
        throw RefusedRun("there is no user \(name) (--allow-user)")
      }
      users.insert(user)
    }
    return users
  }

  private static func complain(_ text: String) { ThisProcess.complain("credstate-hookd: \(text)") }
}
