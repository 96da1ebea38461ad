/// A fault that the rules can be tried on; the words of `simulate`, its help and its manual.
package enum SimulatedFault: String, Sendable, CaseIterable {
  /// Nothing goes wrong.
  case none
  /// The provider cannot be reached or is down.
  case outage
  /// Our own identity is refused.
  case invalidClient = "invalid-client"
  /// Every token is called dead.
  case invalidGrant = "invalid-grant"
  /// The same one in a hundred are called dead.
  case shard1 = "shard-1"
  /// The same one in ten are called dead.
  case shard10 = "shard-10"
  /// The same four in ten are called dead.
  case shard40 = "shard-40"
  /// Half of the answers come from a copy that stands still.
  case staleReplica = "stale-replica"
  /// Many tokens die of their age on one day.
  case expiringCohort = "expiring-cohort"
  /// Sign-ins are enrolled under the wrong client.
  case wrongClient = "wrong-client"
  /// Tokens die though their users stay.
  case passwordChanges = "password-changes"
  /// The provider takes half of the looks there are.
  case throttling
  /// Half of the answers are lost.
  case lostAnswers = "lost-answers"
  /// The daemon's clock is ahead.
  case wrongClock = "wrong-clock"
  /// Something else answers in the provider's place.
  case captivePortal = "captive-portal"
  /// Users who are gone get an answer that may mean anything.
  case invalidRequest = "invalid-request"
  /// The token of one canary is dead.
  case failingCanary = "failing-canary"
  /// Most canaries are called dead.
  case failingCanaries = "failing-canaries"

  /// What happens while it lasts, for help and manual: a sentence without a full stop.
  package var sentence: String {
    switch self {
    case .none: "nothing goes wrong; what the others are compared with"
    case .outage: "connections are refused, or the answer is 503"
    case .invalidClient: "every look is answered invalid_client"
    case .invalidGrant: "every look is answered invalid_grant"
    case .shard1: "looks at one user in 100, always the same, are answered invalid_grant"
    case .shard10: "looks at one user in 10, always the same, are answered invalid_grant"
    case .shard40: "looks at 4 users in 10, always the same, are answered invalid_grant"
    case .staleReplica:
      "half of the answers are as of the beginning: newer tokens are unknown, dead ones alive"
    case .expiringCohort: "the tokens of one user in 10 die within a day, seven days after sign-in"
    case .wrongClient: "one user in 20 signs in anew and is enrolled under the wrong client id"
    case .passwordChanges: "tokens of 5 % of the users a year die; the users sign in again later"
    case .throttling: "above half of the looks needed the answer is 429 with Retry-After"
    case .lostAnswers: "every other look is not answered within 30 s"
    case .wrongClock: "the daemon's clock is an hour ahead, then right again"
    case .captivePortal: "every look is answered 200 with a page of HTML"
    case .invalidRequest: "looks at users who are gone are answered invalid_request"
    case .failingCanary: "the token of one canary of three is dead"
    case .failingCanaries: "looks at two canaries of three are answered invalid_grant"
    }
  }
}
