internal import CredentialCore
internal import CredentialProviders
internal import Glibc
internal import Linux

/// The program `credstated`.
package enum DaemonProgram {
  /// Runs until it is told to stop and ends the process. Call first thing on the first thread, so
  /// that signals are blocked before any other thread starts.
  ///
  /// Not asynchronous: the runtime parks the first thread of an asynchronous `main` with every
  /// signal unblocked (`dispatch_main` waits in sigsuspend(2)), and SIGTERM would end the daemon
  /// there and then.
  package static func main(_ arguments: [String]) -> Never {
    ThisProcess.ignoreBrokenPipes()
    ThisProcess.forbidDumping()
    ThisProcess.keepFilesPrivate()
    do {
      let options = try DaemonOptions(Array(arguments.dropFirst()))
      // A simulation is a program like any other: an interrupt ends it.
      let signals = options.mode == .run ? SignalDescriptor(SignalDescriptor.daemonSignals) : nil
      if let status = answer(options) { exit(status.rawValue) }
      TaskPool.start(threads: 2)
      Task {
        let status = if let signals { await run(options, signals) } else { await work(options) }
        ThisProcess.end(status.rawValue)
      }
      while true { pause() }
    } catch {
      complain("\(error.message); see credstated --help")
      exit(ExitStatus.usage.rawValue)
    }
  }

  /// What needs no daemon; nil when it is to run.
  private static func answer(_ options: DaemonOptions) -> ExitStatus? {
    switch options.mode {
    case .help: ThisProcess.say(DaemonOptions.help)
    case .version: ThisProcess.say("credstated \(Names.version)\n")
    case .checkConfiguration: return check(options)
    case .run, .simulate, .conformance: return nil
    }
    return .done
  }

  private static func run(_ options: DaemonOptions, _ signals: SignalDescriptor) async
    -> ExitStatus
  {
    do { try await Daemon(options).run(signals) } catch let failure as StartFailure {
      complain(failure.description)
      return failure.status
    } catch {
      complain("\(error)")
      return .failed
    }
    return .done
  }

  /// What ends by itself.
  private static func work(_ options: DaemonOptions) async -> ExitStatus {
    do {
      if options.mode == .conformance {
        let report = try await ConformanceMode.run(options.conformance, isJSON: options.isJSON)
        ThisProcess.say(report.text)
        return report.isWell ? .done : .failed
      }
      ThisProcess.say(
        try await SimulationMode.run(
          options.simulation, .current(SystemTime()), isJSON: options.isJSON))
      return .done
    } catch let refusal as ConfigurationRefusal {
      complain(refusal.description)
      return .usage
    } catch {
      complain("\(error)")
      return .failed
    }
  }

  private static func check(_ options: DaemonOptions) -> ExitStatus {
    let check = ConfigurationCheck.run(
      ConfigurationFiles(main: options.configurationFile), .current(SystemTime()))
    if !check.report.isEmpty { ThisProcess.say(check.report) }
    if !check.faults.isEmpty { complain(check.faults) }
    return check.status
  }

  /// Tells standard error, one line each, at journal level error (sd-daemon(3)) under systemd.
  private static func complain(_ text: String) {
    let prefix = getenv("JOURNAL_STREAM") == nil ? "credstated: " : "<3>"
    for line in text.split(separator: "\n") { ThisProcess.complain("\(prefix)\(line)") }
  }
}

extension ConfigurationSurroundings {
  /// What this process offers.
  static func current(_ time: SystemTime) -> Self {
    Self(
      kinds: ProviderRegistry.kinds,
      credentialsDirectory: environment("CREDENTIALS_DIRECTORY"),
      userAgent: "credstate/\(Names.version)", now: { time.now() })
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
