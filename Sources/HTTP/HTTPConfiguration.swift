/// How a client connects, how long it waits and how much it takes.
package struct HTTPConfiguration: Sendable {
  /// The highest version offered; the server may choose a lower one.
  package enum Version: Sendable {
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2 when TLS negotiates it (RFC 9113 §3.2), else HTTP/1.1.
    case http2
  }

  /// A PEM file of certificate authorities to trust besides the system's.
  package var caFile: String?
  /// What the client shows to servers that ask who it is; nil for nothing.
  package var identity: HTTPIdentity?
  /// The proxy; nil means none, whatever the environment says.
  package var proxy: HTTPProxy?
  /// Hosts that are reached without the proxy.
  package var noProxy: [String] = []
  /// The longest time for name, connection and TLS.
  package var connectTimeout: Duration = .seconds(10)
  /// The longest time for everything.
  package var totalTimeout: Duration = .seconds(30)
  /// The largest body of an answer in bytes, counted after unpacking.
  package var maximumBody = 65_536
  /// The largest sum of an answer's header lines in bytes.
  package var maximumHeaders = 32_768
  /// What the client calls itself.
  package var userAgent: String
  /// The highest version offered.
  package var version = Version.http2
  /// Whether a connection serves several requests. Without, none is lost as the peer ends an idle one.
  package var keepsConnections = true
  /// Connections to one host at most.
  package var connectionsPerHost = 4
  /// An idle connection older than this is not used again.
  package var idleLife: Duration = .seconds(30)
  /// A connection older than this is not used again, as its name may have moved.
  package var connectionLife: Duration = .seconds(600)
  /// How long a resolved name is kept.
  package var nameLife: Duration = .seconds(60)
  /// Whether `http` addresses are allowed too, for peers on this machine.
  package var allowsPlainText = false

  /// The defaults under the name `userAgent`.
  package init(userAgent: String) { self.userAgent = userAgent }
}
