/// Where an endpoint of a server lies.
enum EndpointAddress: Sendable {
  /// The endpoints that are used.
  enum Name: String, Sendable {
    /// Where tokens are refreshed (RFC 6749 §3.2).
    case token = "token_endpoint"
    /// Where tokens are introspected (RFC 7662 §2).
    case introspection = "introspection_endpoint"
    /// Where the issuer's keys lie (RFC 8414 §2).
    case keys = "jwks_uri"
    /// Where tokens are taken back (RFC 7009 §2).
    case revocation = "revocation_endpoint"
  }

  /// As the configuration says.
  case configured(String)
  /// As the server's metadata says.
  case discovered(MetadataSource, Name)

  /// The address, or why it is not known.
  func current() -> Result<String, MetadataFault> {
    switch self {
    case .configured(let address): return .success(address)
    case .discovered(let source, let name):
      switch source.current() {
      case .failure(let fault): return .failure(fault)
      case .success(let metadata):
        let address =
          switch name {
          case .token: metadata.token
          case .introspection: metadata.introspection
          case .keys: metadata.keys
          case .revocation: metadata.revocation
          }
        guard let address else { return .failure(.missing(name.rawValue)) }
        return .success(address)
      }
    }
  }
}
