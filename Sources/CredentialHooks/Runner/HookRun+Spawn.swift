internal import CredentialCore
internal import Linux

extension HookRun {
  /// What every run of one runner has in common.
  struct Surroundings {
    /// The trampoline's path.
    let trampoline: String
    /// Whom the parts of a hook's path may belong to.
    let trust: PathTrust
    /// The name of the user that hooks run as.
    let userName: String
    /// The runner's id and socket, which make the marks of its runs.
    let instance: String
    let socket: String
    /// Where groups for the runs are made; nil: nowhere.
    let group: ControlGroup?
  }

  /// Starts the trampoline of an attempt; throws the reason why that cannot be.
  static func spawn(
    _ key: AttemptKey, _ request: RunRequest, number: Int, in surroundings: Surroundings
  ) throws(RefusedRun) -> HookRun {
    try check(request, surroundings.trust)
    let mark = RunMark(
      instance: surroundings.instance, number: number, socket: surroundings.socket)
    var group: ControlGroup?
    do throws(SystemError) {
      group = try surroundings.group?.makeChild(mark.groupName)
      return try start(key, request, mark, group, surroundings)
    } catch {
      try? group?.remove()
      throw RefusedRun("the hook cannot be started: \(error)")
    }
  }

  private static func start(
    _ key: AttemptKey, _ request: RunRequest, _ mark: RunMark, _ group: ControlGroup?,
    _ surroundings: Surroundings
  ) throws(SystemError) -> HookRun {
    let (output, errors, go, report) = (try Pipe(), try Pipe(), try Pipe(), try Pipe())
    let input = try FileDescriptor(memoryFile: "hook-input")
    let spawn = SpawnRequest(
      path: surroundings.trampoline,
      arguments: [
        "credstate-exec", "\(ThisProcess.pid)", String(request.mask, radix: 8), request.directory,
        group?.processesFile ?? "-", request.path, request.path,
      ] + request.arguments,
      environment: request.environment
        + ["USER=\(surroundings.userName)", "\(RunMark.variable)=\(mark.text)"], directory: "/",
      descriptors: [input, output.writer, errors.writer, go.reader, report.writer])
    let child = try ChildProcess(spawn)
    return HookRun(
      Parts(
        key: key, request: request, mark: mark.text, child: child, input: input,
        output: output.reader, errors: errors.reader, group: group, go: go.writer,
        report: report.reader))
  }

  private static func check(_ request: RunRequest, _ trust: PathTrust) throws(RefusedRun) {
    let texts = request.arguments + request.environment + [request.directory]
    guard !texts.contains(where: { $0.utf8.contains(0) }) else {
      throw RefusedRun("an argument or variable holds a NUL, which exec(3) cannot pass")
    }
    guard request.environment.allSatisfy({ $0.dropFirst().contains("=") }) else {
      throw RefusedRun("a variable of the environment has no name")
    }
    guard request.directory.hasPrefix("/") else {
      throw RefusedRun("\(request.directory) is not an absolute path")
    }
    let target = try follow(request.path, trust)
    guard target.isRegularFile else { throw RefusedRun("\(request.path) is not a regular file") }
    guard target.isExecutable else {
      throw RefusedRun("\(request.path) is not executable; chmod +x it")
    }
  }

  private static func follow(
    _ path: String, _ trust: PathTrust
  ) throws(RefusedRun) -> PathTrust.Target {
    do {
      return try trust.check(path)
    } catch {
      throw RefusedRun("\(error)")
    }
  }
}

/// Why an attempt was not prepared.
struct RefusedRun: Error, Equatable, CustomStringConvertible {
  let description: String
  /// Whether nothing is wrong with the attempt and it may be asked for again.
  let isBusy: Bool

  init(_ description: String, isBusy: Bool = false) {
    self.description = description
    self.isBusy = isBusy
  }
}
