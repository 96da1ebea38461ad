/// What a test of a provider can find, declared once: code, sentence, what to do.
package enum ProbeCode: String, Sendable, CaseIterable {
  /// Our identity is accepted.
  case accepted
  /// Our clock is ahead.
  case clockAhead = "clock_ahead"
  /// Our clock is behind.
  case clockBehind = "clock_behind"
  /// Our identity is refused for every client.
  case identityRefused = "identity_refused"
  /// One client is refused while another one is accepted.
  case clientUnknown = "client_unknown"
  /// The client may not use what is asked for.
  case clientNotAllowed = "client_not_allowed"
  /// The request is called malformed.
  case requestRefused = "request_refused"
  /// A made-up token is accepted.
  case tokenAccepted = "token_accepted"
  /// No request could be made.
  case notSent = "not_sent"
  /// The HTTP client cannot be set up.
  case setupFailed = "setup_failed"
  /// The host's name is not found.
  case nameNotFound = "name_not_found"
  /// Nobody listens there.
  case connectionRefused = "connection_refused"
  /// There is no connection.
  case notConnected = "not_connected"
  /// The time ran out.
  case timedOut = "timed_out"
  /// The connection broke.
  case connectionLost = "connection_lost"
  /// The proxy's name is not found.
  case proxyNotFound = "proxy_not_found"
  /// The proxy cannot be reached.
  case proxyNotConnected = "proxy_not_connected"
  /// The proxy wants to know who we are.
  case proxySignIn = "proxy_sign_in"
  /// The proxy refuses the way.
  case proxyRefused = "proxy_refused"
  /// No known authority has signed the certificate.
  case certificateUntrusted = "certificate_untrusted"
  /// The certificate is no longer valid.
  case certificateExpired = "certificate_expired"
  /// The certificate is not valid yet.
  case certificateNotYetValid = "certificate_not_yet_valid"
  /// The certificate is for another name.
  case certificateName = "certificate_name"
  /// TLS fails otherwise.
  case tlsFailed = "tls_failed"
  /// The answer sends us elsewhere.
  case redirected
  /// The answer is a page.
  case page
  /// The answer is too large or no HTTP.
  case malformed
  /// Too many requests.
  case throttled
  /// The server is in trouble.
  case serverTrouble = "server_trouble"
  /// The provider's program cannot be run, or does not keep to the protocol.
  case programFailed = "program_failed"
  /// An answer that nobody has declared.
  case undeclared

  /// Whether nothing is wrong.
  package var isWell: Bool { self == .accepted }
  /// What is so, in a few words.
  package var title: String { text.title }
  /// What to do; empty when nothing is to be done.
  package var remedy: String { text.remedy }
}
