internal import Glibc
internal import JSON
internal import Linux

/// `serve`: runs a sandbox in the foreground.
enum ServeVerb {
  static func run(_ invocation: Invocation) throws(SandboxError) {
    // First of all, so that every later thread inherits the mask.
    let signals = SignalDescriptor([SIGTERM, SIGINT])
    let settings = try settings(invocation)
    let sandbox = try Sandbox(settings: settings, clock: WallClock.milliseconds)
    defer { sandbox.stopAndWait() }
    let control = try ControlServer(sandbox, signals)
    defer { unlink(sandbox.files.control) }
    try Terminal.print(ready(sandbox).encoded() + "\n")
    control.run()
    // Its connections close last: a client of `stop` takes that for the end.
    withExtendedLifetime(control) { sandbox.stopAndWait() }
  }

  private static func settings(_ invocation: Invocation) throws(SandboxError) -> SandboxSettings {
    var settings = SandboxSettings(directory: invocation.files.directory)
    settings.kind = try word(invocation, "kind") ?? settings.kind
    settings.oidc = try oidc(invocation)
    settings.kakao.appID = Int64(
      try invocation.number("app-id", in: 1...1_000_000_000, or: 100_001))
    settings.google.isTesting = invocation.has("testing")
    settings.port = UInt16(try invocation.number("port", in: 0...65_535, or: 0))
    settings.address = invocation["address"] ?? settings.address
    settings.team = try identifier(invocation, "team") ?? settings.team
    settings.keyID = try identifier(invocation, "key-id") ?? settings.keyID
    settings.clients = invocation.options["client"] ?? settings.clients
    settings.names = invocation.options["name"] ?? []
    guard ["127.0.0.1", "::1"].contains(settings.address) else {
      throw SandboxError(.usage, "--address: only 127.0.0.1 and ::1; this is no server for others")
    }
    for client in settings.clients where client.utf8.count > 255 || client.hasPrefix("-") {
      throw SandboxError(.usage, "--client: an id has 1 to 255 bytes and does not begin with -")
    }
    return settings
  }

  private static func oidc(_ invocation: Invocation) throws(SandboxError) -> OIDCSettings {
    var settings = OIDCSettings()
    settings.issuer = invocation["issuer"]
    settings.rotates = !invocation.has("no-rotation")
    settings.identityOnRefresh = !invocation.has("no-identity")
    settings.reuseGrace = Int64(try invocation.number("reuse-grace", in: 0...86_400, or: 0))
    settings.algorithm = try word(invocation, "algorithm") ?? settings.algorithm
    if let names = invocation.options["auth"] {
      settings.methods = []
      for name in names { settings.methods.append(try word(name, "auth")) }
    }
    return settings
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ invocation: Invocation, _ name: String
  ) throws(SandboxError) -> Word? where Word.RawValue == String {
    guard let text = invocation[name] else { return nil }
    return try word(text, name)
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ text: String, _ name: String
  ) throws(SandboxError) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: text) else {
      let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw SandboxError(.usage, "--\(name): \"\(text)\" is none of: \(names)")
    }
    return word
  }

  private static func identifier(
    _ invocation: Invocation, _ name: String
  ) throws(SandboxError) -> String? {
    guard let text = invocation[name] else { return nil }
    let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    guard text.utf8.count == 10, text.utf8.allSatisfy(letters.contains) else {
      throw SandboxError(.usage, "--\(name): \"\(text)\" is not 10 letters and digits")
    }
    return text
  }

  private static func ready(_ sandbox: Sandbox) -> JSONValue {
    let settings = sandbox.settings
    let files = sandbox.files
    return .object(
      JSONObject([
        ("ready", .bool(true)), ("kind", .string(settings.kind.rawValue)),
        ("url", .string(sandbox.url)),
        ("port", .integer(Int64(sandbox.port))), ("ca", .string(files.authority)),
        ("key", .string(files.signingKey(settings.keyID))), ("team", .string(settings.team)),
        ("key_id", .string(settings.keyID)), ("secret", .string(files.clientSecret)),
        ("certificate", .string(files.clientCertificate)),
        ("admin_key", .string(files.adminKey)), ("push_secret", .string(files.pushSecret)),
        ("clients", .array(settings.clients.map { .string($0) })),
        ("control", .string(files.control)), ("log", .string(files.log)),
      ]))
  }
}
