internal import CredentialCore

/// The configuration keys of `[provider.NAME]` for Apple and its stand-in.
struct AppleKeys: Sendable {
  let flavor: AppleFlavor

  init(_ flavor: AppleFlavor) { self.flavor = flavor }

  let team = Key<String>.required(
    "team_id", range: "10 of A-Z and 0-9", "The team that owns the clients.",
    check: AppleKeys.identifier)
  let keyID = Key<String>.required(
    "key_id", range: "10 of A-Z and 0-9", "The id of the Sign in with Apple key.",
    check: AppleKeys.identifier)
  let keyFile = Key<String>.optional(
    "key_file", range: "an absolute path", "The key itself, the .p8 file as downloaded.",
    check: Bounds.absolutePath)
  let keyCredential = Key<String>.optional(
    "key_credential", range: "a file name",
    "The systemd credential that holds the key, instead of key_file.",
    check: AppleKeys.fileName)
  let clients = Key<[String]>.required(
    "clients", range: "one or more, each once and of one provider only",
    "The client ids (bundle ids, Services IDs) whose tokens are looked at, without the team id.",
    check: AppleKeys.clientList)
  var endpoint: Key<String> {
    switch flavor {
    case .apple:
      Key(
        "endpoint", default: AppleClientSecret.issuer, range: "https://HOST[:PORT]",
        "Where the token endpoint lies, for a gateway before it.",
        check: { AppleEndpoint.problem($0, mustBeLoopback: false) })
    case .sandbox:
      .required(
        "endpoint", range: "https:// and a loopback address",
        "Where credstate-sandbox serves on this machine.",
        check: { AppleEndpoint.problem($0, mustBeLoopback: true) })
    }
  }
  var interval: Key<Duration> {
    Key(
      "interval", default: .seconds(86_400), range: flavor == .apple ? "24h to 90d" : "1s to 90d",
      "The time between two regular looks at one credential.",
      check: Bounds.durations(flavor.shortestInterval, .seconds(90 * 86_400)))
  }
  var confirmAfter: Key<Duration> {
    Key(
      "confirm_after", default: .seconds(20 * 3600),
      range: flavor == .apple ? "15m to 7d" : "1s to 7d",
      "The time from a first negative answer to the look that may confirm it.",
      check: Bounds.durations(flavor.shortestConfirmation, .seconds(7 * 86_400)))
  }
  var staleAfter: Key<Duration> {
    .optional(
      "stale_after", range: "interval + confirm_after to 365d",
      """
      A user whom the provider has not confirmed for so long is told of as stale; by itself three \
      intervals.
      """,
      check: Bounds.durations(
        flavor.shortestInterval + flavor.shortestConfirmation, .seconds(365 * 86_400)))
  }
  let brakeMinimum = Key<Int>.optional(
    "brake_min", range: "1 to 1000000",
    "Fewer than these at once are no share of looks that puts the brake on; by itself 3 or 10.",
    check: Bounds.numbers(1, 1_000_000))
  let brakePerHour = Key<Int>.optional(
    "brake_max_per_hour", range: "1 to 1000000",
    """
    So many users who would turn in an hour put the brake on; by itself one in 1000 users, 5 to 5000.
    """,
    check: Bounds.numbers(1, 1_000_000))
  let brakePerDay = Key<Int>.optional(
    "brake_max_per_day", range: "1 to 1000000",
    """
    So many users who would turn in a day put the brake on; by itself one in 200 users, 5 to 5000.
    """,
    check: Bounds.numbers(1, 1_000_000))
  let canaries = Key<[String]>(
    "canaries", default: [], range: "at most 20 user IDs, each once",
    """
    Users who are known to be well, enrolled like others: when one is refused that is told, when most \
    are, all verdicts are kept back.
    """,
    check: AppleKeys.subjects)
  let deadToken = Key<String>(
    "dead_token", default: ProviderPolicy.DeadToken.revoke.rawValue,
    range: "\"revoke\" or \"reauthenticate\"",
    "What a dead token leads to: the end of the sessions, or a new sign-in.",
    check: Bounds.words(ProviderPolicy.DeadToken.allCases.map(\.rawValue)))
  let secretLife = Key<Duration>(
    "client_secret_lifetime", default: .seconds(300), range: "1m to 15777000s",
    "How long a client secret is signed for; it is renewed at half its life.",
    check: Bounds.durations(.seconds(60), AppleClientSecret.longestLife))
  var perSecond: Key<Double> {
    let most = flavor.mostLooksPerSecond
    return Key(
      "looks_per_second", default: 10, range: "0.01 to \(most)", "Looks in any one second at most.",
      check: {
        (0.01...Double(most)).contains($0) ? nil : "must be between 0.01 and \(most)"
      })
  }
  let inFlight = Key<Int>(
    "in_flight", default: 20, range: "1 to 1000", "Looks that wait for an answer at most.",
    check: Bounds.numbers(1, 1000))
}

extension AppleKeys {
  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    [
      team.documentation, keyID.documentation, keyFile.documentation,
      keyCredential.documentation, clients.documentation, endpoint.documentation,
      interval.documentation, confirmAfter.documentation, staleAfter.documentation,
      brakeMinimum.documentation,
      brakePerHour.documentation, brakePerDay.documentation, canaries.documentation,
      deadToken.documentation,
      secretLife.documentation, perSecond.documentation, inFlight.documentation,
    ] + HTTPKeys.documentation
  }

  private static let identifier: @Sendable (String) -> String? = { text in
    let plain = text.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) }
    return plain && text.utf8.count == 10
      ? nil : "must be 10 characters of A-Z and 0-9, as shown in the developer account"
  }

  private static let fileName: @Sendable (String) -> String? = {
    $0.isEmpty || $0.utf8.contains(UInt8(ascii: "/")) || $0.utf8.contains(0)
      ? "must be the name of a credential, not a path" : nil
  }

  private static let subjects: @Sendable ([String]) -> String? = { texts in
    guard texts.count <= 20 else { return "names \(texts.count) users; allowed are 20" }
    var seen: Set<Subject> = []
    for text in texts {
      do throws(InvalidText) {
        guard seen.insert(try Subject(text)).inserted else { return "names \(text) twice" }
      } catch {
        return "holds a user ID that \(error.problem)"
      }
    }
    return nil
  }

  private static let clientList: @Sendable ([String]) -> String? = { texts in
    if texts.isEmpty { return "must name at least one client id" }
    var seen: Set<ClientID> = []
    for text in texts {
      do throws(InvalidText) {
        guard seen.insert(try ClientID(text)).inserted else { return "names \(text) twice" }
      } catch {
        return "holds a client id that \(error.problem)"
      }
    }
    return nil
  }
}
