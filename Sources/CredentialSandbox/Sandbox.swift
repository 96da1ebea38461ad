package import Crypto
internal import HTTPServer
internal import JSON
internal import Linux

/// A running stand-in for a provider: its endpoints over HTTPS, its users and its faults.
///
/// All calls are safe from any thread; only `stopAndWait` blocks.
package final class Sandbox: Sendable {
  /// What changes while it serves.
  struct State: Sendable {
    var registry = Registry()
    var mode = SandboxMode.normal
    var scope = FaultScope.everything
    /// What `scope` counts requests by.
    var counted = 0
    /// The users as they were when the mode went on.
    var replica = Registry()
    /// When the mode went on, in seconds since 1970.
    var modeSince: Int64 = 0
    var log: RequestLog
    /// What it signs with.
    var keys: KeyRing
    /// The base of the endpoints, once the port is known.
    var base = ""
    /// What the discovery document has instead of its own.
    var discovery = JSONObject()
  }

  /// What it was started with.
  package let settings: SandboxSettings
  /// Its files.
  package let files: SandboxFiles
  /// The port it listens on.
  package let port: UInt16
  /// The authority's certificate as PEM; it is also in the file `files.authority`.
  package let authority: String
  /// The service's private key as PEM text; it is also in the file `files.signingKey`.
  package let signingKey: SecretBytes
  /// The secret that all clients have, for kinds whose clients have one; also in a file.
  package let clientSecret: String
  /// The key of an administrator, for the kind `kakao`; also in a file.
  package let adminKey: String
  /// The secret that pushes are signed with, for the kind `github`; also in a file.
  package let pushSecret: String

  let state: Lock<State>
  let service: any ProviderService
  let clock: @Sendable () -> Int64
  private let server: WebServer
  private let lock: Lock<FileLock?>

  /// The base of the endpoints, for example `https://127.0.0.1:4443`.
  package var url: String {
    settings.address.contains(":")
      ? "https://[\(settings.address)]:\(port)" : "https://\(settings.address):\(port)"
  }

  /// Makes new keys and certificates, writes the files and starts to serve.
  ///
  /// `clock` gives milliseconds since 1970 and may be called from any thread.
  package init(
    settings: SandboxSettings, clock: @escaping @Sendable () -> Int64
  ) throws(SandboxError) {
    self.settings = settings
    self.clock = clock
    files = SandboxFiles(directory: settings.directory)
    try files.makeDirectory()
    lock = Lock(try Sandbox.takeLock(files))
    let material = try Sandbox.material(settings, now: clock() / 1_000)
    var first = State(log: try RequestLog(path: files.log), keys: material.keys)
    if settings.kind == .google { first.registry.mostGrants = settings.google.mostTokens }
    let state = Lock(first)
    self.state = state
    authority = material.authority
    signingKey = material.signingKey
    clientSecret = material.secrets.client
    adminKey = material.secrets.admin
    pushSecret = material.secrets.push
    service = material.service
    try material.write(to: files, settings)
    server = try Sandbox.serve(settings, material) { request in
      Sandbox.answer(request, material.service, state, clock)
    }
    port = server.port
    let base = url
    state.withLock { $0.base = base }
  }

  /// Stops serving; what is being answered is cut off. Blocks: not for Swift's pool.
  package func stopAndWait() {
    server.stopAndWait(grace: .zero)
    lock.withLock { $0 = nil }
  }

  /// As `stopAndWait`, from a task.
  package func stop() async {
    await server.stop(grace: .zero)
    lock.withLock { $0 = nil }
  }

  private static func takeLock(_ files: SandboxFiles) throws(SandboxError) -> FileLock {
    do { return try FileLock(path: files.lock) } catch {
      throw SandboxError(
        .system,
        "cannot use \(files.directory): \(error); stop the other sandbox or take another"
          + " folder")
    }
  }

  private static func serve(
    _ settings: SandboxSettings, _ material: SandboxMaterial,
    _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse
  ) throws(SandboxError) -> WebServer {
    let configuration = WebServerConfiguration(
      address: settings.address, port: settings.port,
      tls: .init(
        certificate: material.certificate, key: material.key,
        clientAuthority: settings.asksForCertificates ? material.authority : nil), idleSeconds: 300)
    do {
      return try WebServer(configuration: configuration) { $1.send(answer($0)) }
    } catch {
      throw SandboxError(.system, error.description)
    }
  }
}
