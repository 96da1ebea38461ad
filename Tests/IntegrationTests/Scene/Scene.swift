internal import Glibc
internal import JSON
internal import Linux
internal import Support
internal import Systemd

/// Bus, stand-in provider, hook runner and daemon of one test, as built, in a folder of their own.
actor Scene {
  /// What a step of a scene did not do.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  nonisolated let folder = TemporaryFolder()
  nonisolated let bus: PrivateBus
  nonisolated let signals = LineLog()
  /// Where the stand-in provider answers.
  nonisolated let endpoint: String
  private let sandbox: RunningProgram
  private var listener: BusClient?
  private var runnerProcess: RunningProgram?
  private var daemonProcess: RunningProgram?

  /// Starts bus and provider and writes key and configuration; nothing else runs yet.
  init(_ settings: SceneSettings = SceneSettings()) async throws {
    bus = try await PrivateBus.start()
    sandbox = try RunningProgram(
      "credstate-sandbox", ["serve", "--directory", folder.file("sandbox")])
    let ready = try await sandbox.log.line(with: "\"ready\"")
    guard
      let url = try JSONValue.parse(Array(ready.utf8), maximumBytes: 4096).object?["url"]?.string
    else { throw Failure(description: "the sandbox said: \(ready)") }
    endpoint = url
    folder.write("seal.key", (0..<32).map { _ in UInt8.random(in: 0...255) })
    for name in ["state", "hooks.d"] { mkdir(folder.file(name), 0o700) }
    configure(settings)
  }

  /// Writes the configuration file.
  nonisolated func configure(_ settings: SceneSettings) {
    folder.write("credstate.toml", settings.text(folder: folder.path, endpoint: endpoint))
  }

  /// A scene in which everything runs, with a hook that writes down what it is given.
  static func running(_ settings: SceneSettings = SceneSettings()) async throws -> Scene {
    let scene = try await Scene(settings)
    scene.addHook("10-record", Self.recordingHook(scene.folder.path))
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    return scene
  }

  /// A shell script that appends its document to `hook.json` and its variables to `hook.env`.
  static func recordingHook(_ folder: String, exit: String = "0") -> String {
    """
    #!/bin/sh
    cat >>"\(folder)/hook.json"
    /usr/bin/env >>"\(folder)/hook.env"
    tr '\\0' ' ' </proc/$$/cmdline >>"\(folder)/hook.argv"
    exit \(exit)
    """
  }

  /// Puts an executable into the hook directory.
  nonisolated func addHook(_ name: String, _ text: String, mode: UInt32 = 0o700) {
    folder.write("hooks.d/\(name)", text, mode: mode)
  }

  /// The running daemon.
  func daemon() throws -> RunningProgram {
    guard let daemonProcess else { throw Failure(description: "the daemon was not started") }
    return daemonProcess
  }

  /// The running hook runner.
  func runner() throws -> RunningProgram {
    guard let runnerProcess else { throw Failure(description: "the runner was not started") }
    return runnerProcess
  }

  /// Starts the hook runner and waits until it listens.
  func startRunner() async throws {
    unlink(folder.file("hookd.socket"))
    runnerProcess = try RunningProgram(
      "credstate-hookd",
      [
        "--socket", folder.file("hookd.socket"), "--trust-own-files", "--stop-grace", "0",
        "--allow-user", "\(getuid())",
      ])
    guard await FolderWatch.appears("hookd.socket", in: folder.path) else {
      throw Failure(description: "the hook runner does not listen")
    }
  }

  /// Starts a daemon that is not waited for.
  nonisolated func launchDaemon(prefix: [String] = []) throws -> RunningProgram {
    try RunningProgram(
      "credstated",
      [
        "--config", folder.file("credstate.toml"), "--state-directory", folder.file("state"),
        "--bus-address", bus.address, "--hook-socket", folder.file("hookd.socket"),
      ], prefix: prefix)
  }

  /// Starts the daemon and waits until it is ready.
  func startDaemon(prefix: [String] = []) async throws {
    let daemon = try launchDaemon(prefix: prefix)
    daemonProcess = daemon
    try await daemon.log.line(with: "credstated is ready")
  }

  /// Ends the hook runner.
  func stopRunner() async throws {
    try await runner().stop()
    runnerProcess = nil
  }

  /// Writes every signal of the daemon down as a line: its name, then its event's members.
  func listen() async throws {
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let stream = try await client.subscribe(BusMatch(interface: "org.credstate.Monitor1"))
    listener = client
    let signals = signals
    Task {
      for await signal in stream {
        let members = signal.arguments.last?.members ?? []
        let words = members.compactMap { field in field.value.text.map { "\(field.name)=\($0)" } }
        signals.append("\(signal.member) \(words.joined(separator: " "))")
      }
      signals.end()
    }
  }
}
