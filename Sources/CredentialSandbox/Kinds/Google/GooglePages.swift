internal import JSON

extension Endpoint<GoogleService> {
  /// The key set, of identity tokens and security events.
  static var googleKeys: Self {
    Endpoint("GET", GoogleNames.keys) { _, _, _, situation in .success(situation.keys.keySet()) }
  }

  /// What describes security events.
  static var googleEvents: Self {
    Endpoint("GET", GoogleNames.events) { _, _, _, situation in
      .success([
        "issuer": .string(GoogleNames.issuer),
        "jwks_uri": .string(situation.base + GoogleNames.keys),
        "delivery_methods_supported": [
          "https://schemas.openid.net/secevent/risc/delivery-method/push"
        ],
      ])
    }
  }

  /// The discovery document.
  static var googleDiscovery: Self {
    Endpoint("GET", GoogleNames.discovery) { _, _, _, situation in
      let base = situation.base
      var document = JSONObject([
        ("issuer", .string(GoogleNames.issuer)),
        ("token_endpoint", .string(base + GoogleNames.token)),
        ("revocation_endpoint", .string(base + GoogleNames.revoke)),
        ("jwks_uri", .string(base + GoogleNames.keys)),
        ("id_token_signing_alg_values_supported", ["RS256"]),
      ])
      document.merge(situation.discovery)
      return .success(.object(document))
    }
  }
}
