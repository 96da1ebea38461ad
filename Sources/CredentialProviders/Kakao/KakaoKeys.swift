internal import CredentialCore

/// The configuration keys of `[provider.NAME]` of kind `kakao`.
struct KakaoKeys: Sendable {
  let app = Key<String>.required(
    "app_id", range: "digits", "The id of the app, which stands for the client.",
    check: { text in
      let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber && (1...19).contains(text.utf8.count)
        ? nil : "must be the app's number, as shown in the developer console"
    })
  let key = SecretKeys(
    "admin_key", noun: "admin key",
    "A file with an admin key of the app that may read user information.")
  let endpoint = Key<String>(
    "endpoint", default: "https://kapi.kakao.com", range: "https://HOST[:PORT]",
    "Where Kakao's API lies, for a gateway before it.", check: { Endpoint.problem($0) })
  let restKey = Key<String>.optional(
    "rest_api_key", range: "1 to 255 characters",
    "The app's REST API key, which security events are issued for; without it only the unlink webhook "
      + "is taken.",
    check: { text in
      do throws(InvalidText) {
        _ = try ClientID(text)
        return nil
      } catch { return error.problem }
    })
  let issuer = Key<String>(
    "issuer_endpoint", default: "https://kauth.kakao.com", range: "https://HOST[:PORT]",
    "Where the keys lie that sign security events, for a gateway before it.",
    check: { Endpoint.problem($0) })
  let gather = Key<Duration>(
    "gather", default: .seconds(10), range: "100ms to 1m",
    "How long a look that falls due may wait for others that share its request.",
    check: Bounds.durations(.milliseconds(100), .seconds(60)))

  let sweep = Key<Duration>.optional(
    "sweep_interval", range: "1s to 90d",
    "How often the list of all linked users is read, so that who is missing from it is looked at "
      + "early; by itself it is not read.",
    check: Bounds.durations(.seconds(1), LookTerms.longestInterval))

  /// Two hours would be no trouble for Kakao; what many services share is the app's monthly quota.
  /// 400 looks a second are four requests.
  let policy = PolicyKeys(
    LookTerms(
      shortestInterval: .seconds(1), confirmAfter: .seconds(900),
      shortestConfirmation: .seconds(1), deadToken: .revoke, looksPerSecond: 400,
      mostLooksPerSecond: 10_000, inFlight: 200))
}

extension KakaoKeys {
  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    let parts: [[KeyDocumentation]] = [
      [app.documentation],
      key.documentation,
      [endpoint.documentation, gather.documentation, sweep.documentation],
      [restKey.documentation, issuer.documentation],
      policy.documentation,
      PushKeys.documentation,
      HTTPKeys.documentation,
    ]
    return parts.flatMap { $0 }
  }
}
