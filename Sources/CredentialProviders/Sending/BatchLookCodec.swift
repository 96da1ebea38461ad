internal import CredentialCore
internal import HTTP

/// What a kind knows that can ask about many users in one request, besides the look at one.
///
/// To the implementer: as with `LookCodec`, both are quick and run on the caller's and the client's
/// thread. Being left out of an answer is no verdict: such a look is asked for alone.
protocol BatchLookCodec: LookCodec {
  /// The most looks of one request now.
  var mostLooks: Int { get }
  /// The fewest looks for which a request for many is made.
  var fewestLooks: Int { get }
  /// The request that makes all of `looks`, each of which has a request of its own as well.
  func request(for looks: [Look], tag: Int, now: Moment) -> HTTPRequest
  /// What `response` says about each of `looks`, in their order; nil: ask about this one alone.
  func findings(of response: HTTPResponse, for looks: [Look], now: Moment) -> [Finding?]
}
