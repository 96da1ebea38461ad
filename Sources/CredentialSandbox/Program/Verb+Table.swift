extension Verb {
  private static let client = Option(
    name: "client", value: "ID", summary: "the client id (default: the first registered one)")

  /// Every verb, in the order of the help.
  static let table: [Verb] = [
    Verb(
      words: ["serve"], operands: [], options: serveOptions,
      summary: "make keys and a CA, print one line of JSON when ready, serve until SIGTERM",
      run: ServeVerb.run),
    Verb(
      words: ["control", "user", "add"], operands: ["[SUBJECT]"],
      options: [
        client,
        Option(name: "count", value: "N", summary: "add N users, PREFIX1 to PREFIXN"),
        Option(name: "prefix", value: "PREFIX", summary: "with --count (default: user-)"),
        Option(name: "stdin", value: nil, summary: "read the subjects from stdin, one a line"),
      ],
      summary: "sign users in; print the refresh token, or lines SUBJECT <tab> TOKEN",
      run: UserVerbs.add),
    Verb(
      words: ["control", "user", "code"], operands: ["SUBJECT"], options: [client] + codeOptions,
      summary: "print an authorization code, good once within 5 minutes", run: UserVerbs.code),
    Verb(
      words: ["control", "user", "revoke"], operands: ["SUBJECT"],
      options: [
        Option(
          name: "as", value: "HOW",
          summary: "how it shows, for example invalid_grant; each kind has its own")
      ], summary: "withdraw the user's consent", run: UserVerbs.revoke),
    Verb(
      words: ["control", "user", "delete"], operands: ["SUBJECT"], options: [],
      summary: "delete the user's account", run: UserVerbs.delete),
    Verb(
      words: ["control", "user", "return"], operands: ["SUBJECT"], options: [client],
      summary: "let a user who was gone sign in anew; print the new token",
      run: UserVerbs.comeBack),
    Verb(
      words: ["control", "user", "restore"], operands: ["SUBJECT"], options: [],
      summary: "take a revocation back", run: UserVerbs.restore),
    Verb(
      words: ["control", "user", "list"], operands: [], options: [],
      summary: "print lines SUBJECT <tab> CLIENTS <tab> good or how it is revoked",
      run: UserVerbs.list),
    Verb(
      words: ["control", "mode"], operands: ["MODE", "[SECONDS]"],
      options: [
        Option(name: "retry-after", value: "N", summary: "seconds that mode throttle tells"),
        Option(name: "users", value: "PERCENT", summary: "only for so many users, always the same"),
        Option(name: "requests", value: "PERCENT", summary: "only for so many requests, evenly"),
      ],
      summary: "normal, outage, throttle, slow SECONDS, truncate, half-json, captive-portal,"
        + " invalid-client, drop, invalid-grant, invalid-request, stale-replica, expire SECONDS"
        + " or clock SECONDS", run: ModeVerb.run),
    Verb(
      words: ["control", "sign-in"], operands: ["SUBJECT"],
      options: signInOptions,
      summary: "print a code and an identity token as a device brings them, as JSON",
      run: PushVerbs.signIn),
    Verb(
      words: ["control", "push"], operands: ["EVENT", "SUBJECT"], options: pushOptions,
      summary: "print the body of a push as the provider would send it; nothing happens to the"
        + " user", run: PushVerbs.push),
    Verb(
      words: ["control", "transfer", "accept"], operands: [],
      options: [
        Option(name: "days-ago", value: "N", summary: "so many days ago (default: now)"),
        Option(name: "end-tokens", value: nil, summary: "refresh tokens of before are dead"),
      ], summary: "apple: give the app to the receiving team, for 60 days of two teams",
      run: PushVerbs.accept),
    Verb(
      words: ["control", "transfer", "names"], operands: ["SUBJECT"], options: [],
      summary: "apple: print transfer_sub and the new sub of a user, as JSON",
      run: PushVerbs.names),
    Verb(
      words: ["control", "key", "rotate"], operands: [],
      options: [
        Option(name: "drop-old", value: nil, summary: "publish the old key no longer")
      ], summary: "sign by a new key from now on", run: KeyVerbs.rotate),
    Verb(
      words: ["control", "discovery"], operands: ["[JSON]"], options: [],
      summary: "let the discovery document have these members instead of its own; null leaves"
        + " one out, no JSON makes it right again", run: KeyVerbs.discovery),
    Verb(
      words: ["control", "log"], operands: [],
      options: [
        Option(name: "follow", value: nil, summary: "go on until the sandbox ends")
      ], summary: "print the requests, one JSON object a line; no tokens, no secrets",
      run: LogVerb.run),
    Verb(
      words: ["control", "stop"], operands: [], options: [],
      summary: "end the sandbox", run: ModeVerb.stop),
  ]

  private static let wrong = Option(
    name: "wrong", value: "WHAT",
    summary: Forgery.allCases.map(\.rawValue).joined(separator: ", "))

  private static let signInOptions: [Option] = {
    var options = [client]
    options += codeOptions
    options.append(
      Option(name: "claims", value: "JSON", summary: "claims besides the usual ones"))
    options.append(wrong)
    return options
  }()

  private static let pushOptions = [
    client,
    Option(name: "issued", value: "TIME", summary: "iat, in seconds since 1970 (default: now)"),
    Option(name: "happened", value: "TIME", summary: "when it happened (default: as issued)"),
    Option(name: "id", value: "TEXT", summary: "jti (default: a new one)"),
    Option(name: "reason", value: "TEXT", summary: "the provider's word for why, or the state"),
    Option(
      name: "shape", value: "NAME", summary: "a way to write it; each kind has its own",
      repeats: true),
    Option(name: "members", value: "JSON", summary: "members of the event besides its own"),
    Option(name: "json", value: nil, summary: "print method, headers and body as JSON"), wrong,
  ]

  private static let codeOptions = [
    Option(name: "nonce", value: "TEXT", summary: "nonce of the identity token"),
    Option(name: "redirect-uri", value: "URI", summary: "must come with the code"),
    Option(name: "code-challenge", value: "TEXT", summary: "of PKCE, by S256"),
    Option(
      name: "scope", value: "SCOPE", summary: "a scope (default: openid, offline_access)",
      repeats: true),
  ]

  private static let serveOptions = [
    Option(name: "kind", value: "KIND", summary: "\(kinds); the default is apple"),
    Option(name: "port", value: "N", summary: "the port (default: any free one)"),
    Option(name: "address", value: "IP", summary: "127.0.0.1 (default) or ::1"),
    Option(name: "team", value: "ID", summary: "10 letters or digits (default: TEAM123456)"),
    Option(name: "key-id", value: "ID", summary: "10 letters or digits (default: KEY1234567)"),
    Option(
      name: "client", value: "ID", summary: "a registered client (default: com.example.app)",
      repeats: true),
    Option(
      name: "name", value: "HOST", summary: "one more host name for the certificate",
      repeats: true),
    Option(name: "issuer", value: "URL", summary: "oidc: the issuer (default: the url)"),
    Option(
      name: "auth", value: "METHOD", summary: "oidc: \(methods) (default: all)", repeats: true),
    Option(name: "algorithm", value: "ALG", summary: "oidc: RS256 (default), ES256 and others"),
    Option(name: "no-rotation", value: nil, summary: "oidc: a refresh gives no new token"),
    Option(name: "reuse-grace", value: "N", summary: "oidc: seconds a replaced token is answered"),
    Option(name: "no-identity", value: nil, summary: "oidc: a refresh gives no identity token"),
    Option(name: "app-id", value: "N", summary: "kakao: the app's number (default: 100001)"),
    Option(name: "testing", value: nil, summary: "google: tokens die after seven days"),
  ]

  private static let kinds = SandboxKind.allCases.map(\.rawValue).joined(separator: ", ")
  private static let methods = ClientMethod.allCases.map(\.rawValue).joined(separator: ", ")
}
