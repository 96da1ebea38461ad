extension Endpoint<GoogleService> {
  /// The revocation endpoint: a token and no client; it ends all of the user's consent.
  static var googleRevoke: Self {
    Endpoint("POST", GoogleNames.revoke) { _, request, registry, situation in
      FormFields.of(request) { fields in
        let token = fields["token"] ?? ""
        let grant =
          registry.presented(token)?.grant ?? registry.access(token, now: situation.now)?.grant
        guard let grant, grant.revokedAs == nil else {
          return .failure(
            "invalid_token", "nobody has this token", text: "Token expired or revoked")
        }
        for other in registry.grants(of: grant.subject) ?? [] where other.client == grant.client {
          registry.end(other.number, as: .invalidGrant)
        }
        return Outcome.empty.about(grant.subject, presented: token)
      }
    }
  }
}
