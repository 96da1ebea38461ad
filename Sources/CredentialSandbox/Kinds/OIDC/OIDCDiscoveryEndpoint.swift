internal import Crypto
internal import JSON

extension Endpoint<OIDCService> {
  /// The discovery document of an OpenID provider.
  static var oidcDiscovery: Self {
    Endpoint("GET", OIDCNames.discovery) { service, _, _, situation in
      guard service.isOpenID else { return .page(404, "Not Found", "no-such-path") }
      return .success(.object(service.document(situation)))
    }
  }

  /// The same for OAuth without OpenID.
  static var oidcMetadata: Self {
    Endpoint("GET", OIDCNames.metadata) { service, _, _, situation in
      .success(.object(service.document(situation)))
    }
  }

  /// The key set.
  static var oidcKeys: Self {
    Endpoint("GET", OIDCNames.keys) { _, _, _, situation in .success(situation.keys.keySet()) }
  }
}

extension OIDCService {
  fileprivate func document(_ situation: Situation) -> JSONObject {
    let base = situation.base
    let methods = JSONValue.array(settings.methods.map { .string($0.rawValue) })
    var document = JSONObject([
      ("issuer", .string(issuer(situation))),
      ("authorization_endpoint", .string(base + "/authorize")),
      ("token_endpoint", .string(base + OIDCNames.token)),
      ("jwks_uri", .string(base + OIDCNames.keys)),
      ("introspection_endpoint", .string(base + OIDCNames.introspection)),
      ("revocation_endpoint", .string(base + OIDCNames.revocation)),
      ("response_types_supported", ["code"]),
      ("grant_types_supported", ["authorization_code", "refresh_token"]),
      ("code_challenge_methods_supported", ["S256"]),
      ("token_endpoint_auth_methods_supported", methods),
      ("token_endpoint_auth_signing_alg_values_supported", ["ES256"]),
    ])
    if settings.methods.contains(.tlsClientAuth) {
      document["mtls_endpoint_aliases"] = [
        "token_endpoint": .string(base + OIDCNames.token),
        "introspection_endpoint": .string(base + OIDCNames.introspection),
      ]
    }
    if isOpenID { addOpenID(&document, base) }
    document.merge(situation.discovery)
    return document
  }

  private func addOpenID(_ document: inout JSONObject, _ base: String) {
    document["userinfo_endpoint"] = .string(base + OIDCNames.userInfo)
    document["subject_types_supported"] = ["public"]
    document["id_token_signing_alg_values_supported"] = [.string(settings.algorithm.rawValue)]
    document["scopes_supported"] = ["openid", "email", "profile", "offline_access"]
    document["claims_supported"] = ["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce"]
    document["backchannel_logout_supported"] = true
    document["backchannel_logout_session_supported"] = true
  }
}
