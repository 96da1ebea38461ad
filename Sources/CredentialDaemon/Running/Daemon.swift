internal import CredentialCore
internal import CredentialHooks
internal import CredentialMonitor
internal import CredentialStore
internal import Linux
internal import Systemd

/// The daemon put together: what is made in which order, which parts run, how it ends.
struct Daemon: Sendable {
  private let options: DaemonOptions
  private let time = SystemTime()
  private let journal = SystemJournal()
  private let notify = Notify()

  init(_ options: DaemonOptions) { self.options = options }

  /// Starts, runs until a signal says stop, and stops in reverse order.
  func run(_ signals: SignalDescriptor) async throws {
    let configuration = try await load()
    let store = try await openStore(configuration)
    let parts = DaemonParts(
      store: store, time: time, journal: journal, options: options, load: load)
    do { try await parts.start(configuration) } catch {
      await store.close()
      throw error
    }
    await parts.work(until: signals, notify: notify)
    await store.close()
  }

  @Sendable private func load() async throws(StartFailure) -> Configuration {
    let files = ConfigurationFiles(main: options.configurationFile)
    var surroundings = ConfigurationSurroundings.current(time)
    surroundings.tell = { [journal] in journal.record($0) }
    let known = surroundings
    do throws(ConfigurationRefusal) {
      return try await NamedThread.returning(name: "configuration") {
        () throws(ConfigurationRefusal) in try Configuration.load(files, known)
      }
    } catch { throw StartFailure(error) }
  }

  private func openStore(_ configuration: Configuration) async throws -> SQLiteStore {
    let directory =
      options.stateDirectory ?? ConfigurationSurroundings.environment("STATE_DIRECTORY")
      ?? Names.stateDirectory
    do {
      let key = try await NamedThread.returning(name: "configuration") {
        () throws(SealingKey.Refusal) in
        try SealingKey.load(
          configuration.store,
          credentialsDirectory: ConfigurationSurroundings.environment("CREDENTIALS_DIRECTORY"),
          stateDirectory: directory)
      }
      return try await SQLiteStore.open(SQLiteStoreOptions(directory: directory, key: key))
    } catch let error as StoreError {
      throw StartFailure(error)
    } catch let refusal as SealingKey.Refusal {
      throw StartFailure(.badStore, refusal.description)
    }
  }
}
