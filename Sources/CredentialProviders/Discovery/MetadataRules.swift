internal import CredentialCore
internal import JSON

/// What a server's metadata must be to be used.
struct MetadataRules: Sendable {
  /// The forms of the metadata's address.
  enum Form: String, Sendable, CaseIterable {
    /// OpenID Connect Discovery §4: after the issuer's address.
    case openID = "openid-configuration"
    /// RFC 8414 §3.1: between the issuer's host and path.
    case oauth = "oauth-authorization-server"
  }

  /// The issuer, which the document must name byte by byte.
  let issuer: String
  /// The hosts that endpoints may have besides the issuer's own, as `ServerAddress.host` has them.
  let hosts: Set<String>
  /// Where the document lies.
  let form: Form
  /// Whether the addresses for connections with a certificate are taken (RFC 8705 §5).
  var prefersCertificateAliases = false

  /// The document's address.
  var address: String {
    let issuer = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    guard form == .oauth else { return "\(issuer)/.well-known/\(form.rawValue)" }
    let rest = issuer.dropFirst("https://".count)
    let host = rest.prefix { $0 != "/" }
    return "https://\(host)/.well-known/\(form.rawValue)\(rest.dropFirst(host.count))"
  }

  /// The endpoints of a document, or why it is refused: one sentence, what to do in it.
  func metadata(_ document: [UInt8]) throws(MetadataRefusal) -> ServerMetadata {
    let parsed = try? JSONValue.parse(document, maximumBytes: OAuthAnswer.maximumBytes)
    guard let parsed, parsed.object != nil else {
      throw MetadataRefusal("is no JSON object", isForeign: true)
    }
    try checkIssuer(parsed)
    var found: [String: String] = [:]
    for name in Self.endpoints {
      found[name] = try endpoint(name, parsed[name])
    }
    if prefersCertificateAliases, let aliases = parsed["mtls_endpoint_aliases"], !aliases.isNull {
      for name in Self.endpoints {
        if let alias = try endpoint(name, aliases[name]) { found[name] = alias }
      }
    }
    return ServerMetadata(
      token: found["token_endpoint"], introspection: found["introspection_endpoint"],
      keys: found["jwks_uri"], revocation: revocation(parsed))
  }

  /// The endpoints that are looked at; one on a foreign host makes the whole document suspect.
  private static let endpoints = [
    "token_endpoint", "introspection_endpoint", "userinfo_endpoint", "jwks_uri",
  ]

  /// An endpoint that is asked for by administrators alone: a foreign one is not used, and no reason to
  /// refuse the document.
  private func revocation(_ document: JSONValue) -> String? {
    let name = EndpointAddress.Name.revocation.rawValue
    let alias = prefersCertificateAliases ? document["mtls_endpoint_aliases"]?[name] : nil
    return try? endpoint(name, alias ?? document[name])
  }

  private func checkIssuer(_ document: JSONValue) throws(MetadataRefusal) {
    guard let named = document["issuer"]?.string else {
      throw MetadataRefusal("names no issuer", isForeign: true)
    }
    guard !named.utf8.elementsEqual(issuer.utf8) else { return }
    guard ServerAddress.problem(named) == nil else {
      throw MetadataRefusal("is of an issuer that is no https address, not of \(issuer)")
    }
    let hint =
      named == "\(issuer)/" || "\(named)/" == issuer ? "; only the slash at the end differs" : ""
    throw MetadataRefusal("is of issuer \(named), not of \(issuer)\(hint)")
  }

  private func endpoint(_ name: String, _ value: JSONValue?) throws(MetadataRefusal) -> String? {
    guard let value, !value.isNull else { return nil }
    guard let address = value.string else { throw MetadataRefusal("has a \(name) that is no text") }
    if let problem = ServerAddress.problem(address) {
      throw MetadataRefusal("has a \(name) that cannot be used: it \(problem)")
    }
    let host = ServerAddress.host(of: address)
    guard host == ServerAddress.host(of: issuer) || hosts.contains(host) else {
      throw MetadataRefusal(
        "has its \(name) on \(host), which is not in hosts; add it there if that is right")
    }
    return address
  }
}

/// Why a server's metadata is not used.
struct MetadataRefusal: Error, Equatable {
  /// The end of a sentence about the document.
  let text: String
  /// Whether it is no metadata at all, as a portal's page, which may be another one soon.
  let isForeign: Bool

  init(_ text: String, isForeign: Bool = false) {
    (self.text, self.isForeign) = (text, isForeign)
  }
}
