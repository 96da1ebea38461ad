extension Endpoint<OIDCService> {
  /// The revocation endpoint (RFC 7009): 200 whether or not there was anything to revoke.
  static var oidcRevocation: Self {
    Endpoint("POST", OIDCNames.revocation) { service, request, registry, situation in
      service.form(request, &registry, situation) { fields, client, registry in
        guard let token = fields["token"] else {
          return .failure(.invalidRequest, "token is missing")
        }
        let grant =
          registry.presented(token)?.grant ?? registry.access(token, now: situation.now)?.grant
        guard let grant, grant.client.utf8.elementsEqual(client.utf8) else { return .empty }
        registry.end(grant.number, as: .invalidGrant)
        return Outcome.empty.about(grant.subject, presented: token)
      }
    }
  }
}
