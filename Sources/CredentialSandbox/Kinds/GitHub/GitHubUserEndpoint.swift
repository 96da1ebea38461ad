extension Endpoint<GitHubService> {
  /// The bearer of a token.
  static var gitHubUser: Self {
    Endpoint("GET", GitHubNames.user) { service, request, registry, situation in
      let token = request.bearer ?? ""
      var found: Grant?
      for client in service.clients where found == nil {
        found = service.grant(token, client, registry, situation)
      }
      guard let found else {
        return GitHubService.message(401, "Bad credentials", "nobody has this token")
          .about(registry.presented(token)?.grant.subject, presented: token)
      }
      return Outcome.success(GitHubService.user(found.subject))
        .about(found.subject, presented: token)
    }
  }
}
