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
      words: ["control", "user", "code"], operands: ["SUBJECT"], options: [client],
      summary: "print an authorization code, good once within 5 minutes", run: UserVerbs.code),
    Verb(
      words: ["control", "user", "revoke"], operands: ["SUBJECT"],
      options: [
        Option(
          name: "as", value: "ERROR",
          summary: "invalid_grant (default) or invalid_request; the vendor documents both")
      ], summary: "withdraw the user's consent", run: UserVerbs.revoke),
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
      words: ["control", "log"], operands: [],
      options: [
        Option(name: "follow", value: nil, summary: "go on until the sandbox ends")
      ], summary: "print the requests, one JSON object a line; no tokens, no secrets",
      run: LogVerb.run),
    Verb(
      words: ["control", "stop"], operands: [], options: [],
      summary: "end the sandbox", run: ModeVerb.stop),
  ]

  private static let serveOptions = [
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
  ]
}
