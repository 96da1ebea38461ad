internal import JOSE

/// Who knows the keys of one issuer: `IssuerKeys`, or what finds their address first.
protocol TokenKeys: Sendable {
  /// Verifies a token, after a fetch when one is needed and allowed.
  func verify(_ token: CompactJWS, _ rules: SignatureRules) async -> IssuerKeys.Verdict
  /// Ends what is in flight and frees connections; idempotent.
  func close()
}
