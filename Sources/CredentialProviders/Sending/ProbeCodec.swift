internal import CredentialCore
internal import HTTP

/// What a kind of provider over HTTP knows of a harmless call: the request and what its answer means.
protocol ProbeCodec: Sendable {
  /// The address that is asked.
  var address: String { get }
  /// The clients whose identity is tested.
  var clients: [ClientID] { get }
  /// The request that shows whether our identity is accepted for `client`.
  func request(for client: ClientID, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent>
  /// What `response` says of that.
  func outcome(of response: HTTPResponse, client: ClientID) -> ProbeFinding
}
