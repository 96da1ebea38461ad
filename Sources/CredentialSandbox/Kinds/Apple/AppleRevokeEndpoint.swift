extension Endpoint<AppleService> {
  /// The revocation endpoint: 200 and no body whether or not there was anything to revoke.
  static var appleRevoke: Self {
    Endpoint("POST", AppleNames.revoke) { service, request, registry, situation in
      service.form(request, registry.transfer, situation) { fields, client, _ in
        guard let token = fields["token"] else {
          return .failure(.invalidRequest, "token is missing")
        }
        guard let grant = registry.presented(token)?.grant,
          grant.client.utf8.elementsEqual(client.utf8)
        else { return .empty }
        _ = registry.mark(grant.subject, .invalidGrant)
        return Outcome.empty.about(grant.subject, presented: token)
      }
    }
  }
}
