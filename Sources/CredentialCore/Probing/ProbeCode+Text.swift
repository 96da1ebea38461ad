extension ProbeCode {
  /// The sentence and what to do, for each code.
  var text: (title: String, remedy: String) {
    switch self {
    case .accepted: ("The provider accepts this service's identity", "")
    case .clockAhead, .clockBehind, .identityRefused, .clientUnknown, .clientNotAllowed,
      .requestRefused, .tokenAccepted, .undeclared:
      identity
    case .notSent, .setupFailed, .proxyNotFound, .proxyNotConnected, .proxySignIn, .proxyRefused:
      ours
    case .nameNotFound, .connectionRefused, .notConnected, .timedOut, .connectionLost:
      connection
    case .certificateUntrusted, .certificateExpired, .certificateNotYetValid, .certificateName,
      .tlsFailed:
      certificate
    case .redirected, .page, .malformed, .throttled, .serverTrouble: answer
    case .programFailed:
      (
        "The program cannot be asked",
        "Mend what the detail names; then see credstatectl help provider conformance."
      )
    }
  }

  private var identity: (title: String, remedy: String) {
    switch self {
    case .clockAhead:
      (
        "This machine's clock is ahead",
        "Set the clock (timedatectl status); client secrets signed in the future are refused."
      )
    case .clockBehind:
      (
        "This machine's clock is behind",
        "Set the clock (timedatectl status); client secrets that seem expired are refused."
      )
    case .identityRefused:
      (
        "The provider refuses this service's identity",
        "Check the keys and ids in the provider's section, that the key belongs to its id and is not "
          + "revoked, the client ids, and the clock."
      )
    case .clientUnknown:
      (
        "The provider does not know this client, though it accepts another one",
        "Check the spelling in clients (capitals count), and that it belongs to the same team."
      )
    case .clientNotAllowed:
      (
        "The client may not ask this",
        "At the provider, enable sign-in for this client, and what the key may be used for."
      )
    case .requestRefused:
      (
        "The provider calls the request malformed",
        "Look whether a proxy or gateway changes it, then whether endpoint is right."
      )
    case .tokenAccepted:
      (
        "A made-up token was accepted: this is not the provider",
        "Check endpoint, and who answers there. Until then nobody's revocation would be seen."
      )
    default:
      (
        "The provider gave an answer that is not declared",
        "See credstatectl provider profile; please report the answer."
      )
    }
  }

  private var ours: (title: String, remedy: String) {
    switch self {
    case .notSent: ("No request could be made", "Mend what the detail names, then reload.")
    case .setupFailed: ("The HTTP client cannot be set up", "Check ca_file, then reload.")
    case .proxyNotFound: ("The name of the proxy is not found", "Check proxy and DNS.")
    case .proxyNotConnected:
      ("The proxy cannot be reached", "Check proxy, and that it runs; or take it out.")
    case .proxySignIn:
      (
        "The proxy wants another name or password",
        "Put them into proxy: http://USER:PASSWORD@HOST."
      )
    default:
      (
        "The proxy refuses the way to the provider",
        "Have the proxy allow the provider's host and port, or name the host in no_proxy."
      )
    }
  }

  private var connection: (title: String, remedy: String) {
    switch self {
    case .nameNotFound:
      ("The name of the provider is not found", "Check endpoint, and DNS: getent hosts HOST.")
    case .connectionRefused:
      ("Nobody listens at the provider's address", "Check endpoint, or a firewall that refuses.")
    case .notConnected:
      ("There is no connection to the provider", "Check network, routes and firewall.")
    case .timedOut:
      (
        "The provider did not answer in time",
        "Check firewall and routes; raise connect_timeout or request_timeout if it is only slow."
      )
    default:
      ("The connection broke", "Try again; if it lasts, look for a firewall or proxy that cuts it.")
    }
  }

  private var certificate: (title: String, remedy: String) {
    switch self {
    case .certificateUntrusted:
      (
        "No known authority has signed the certificate",
        "Somebody may listen in. For an authority of your own set ca_file; else update "
          + "ca-certificates."
      )
    case .certificateExpired:
      (
        "The certificate has expired",
        "Check this machine's clock; else the other side must renew its certificate."
      )
    case .certificateNotYetValid:
      ("The certificate is not valid yet", "Check this machine's clock.")
    case .certificateName:
      (
        "The certificate is for another name",
        "Check endpoint: it must be the name that the certificate has. Somebody may listen in."
      )
    default:
      ("TLS fails", "Check that endpoint speaks TLS 1.2 or later on this port.")
    }
  }

  private var answer: (title: String, remedy: String) {
    switch self {
    case .redirected:
      ("The answer sends us elsewhere, and is not followed", "Check endpoint, and for a portal.")
    case .page:
      (
        "Something answers that is not the provider's token endpoint",
        "A portal, a proxy or a gateway is in between, or endpoint is wrong."
      )
    case .malformed: ("The answer is too large or no HTTP", "Check endpoint and proxy.")
    case .throttled:
      (
        "The provider refuses requests for their number",
        "Wait; lower looks_per_second if it lasts."
      )
    default: ("The provider is in trouble", "Wait. Nobody is logged out for this.")
    }
  }
}
