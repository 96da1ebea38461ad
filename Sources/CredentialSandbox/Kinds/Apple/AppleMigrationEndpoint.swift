internal import HTTPServer
internal import JSON

extension Endpoint<AppleService> {
  /// The exchange of users' names for a transfer, in both directions.
  static var appleMigration: Self {
    Endpoint("POST", AppleNames.migration) { service, request, registry, situation in
      service.form(request, registry.transfer, situation) { fields, client, team in
        guard let token = request.bearer, registry.mayMigrate(token, team, situation.now) else {
          return .failure(.invalidRequest, "the bearer is no access token for a migration")
        }
        guard registry.transfer.map({ $0.isOver(situation.now) }) != true else {
          return .failure(.invalidRequest, "the 60 days of the transfer are over")
        }
        return team == service.sending.team
          ? service.export(fields, &registry) : service.adopt(fields, registry)
      }
    }
  }
}

extension AppleService {
  /// The sending team: a user's name for the bridge.
  fileprivate func export(_ fields: FormFields, _ registry: inout Registry) -> Outcome {
    guard let subject = fields["sub"], let target = fields["target"] else {
      return .failure(.invalidRequest, "sub or target is missing")
    }
    guard target == receiving.team else {
      return Outcome.failure(.invalidRequest, "target is not a team that is known").about(subject)
    }
    guard let last = registry.grants(of: subject)?.last, last.revokedAs == nil else {
      return Outcome.failure(.invalidRequest, "no such user, or revoked").about(subject)
    }
    var transfer = registry.transfer ?? TeamTransfer(to: target)
    let bridge = transfer.give(subject)
    registry.transfer = transfer
    return Outcome.success(["transfer_sub": .string(bridge)]).about(subject)
  }

  /// The receiving team: the bridge for the new name.
  fileprivate func adopt(_ fields: FormFields, _ registry: Registry) -> Outcome {
    guard let bridge = fields["transfer_sub"] else {
      return .failure(.invalidRequest, "transfer_sub is missing")
    }
    guard let transfer = registry.transfer, let subject = transfer.subject(ofBridge: bridge) else {
      return .failure(.invalidRequest, "nobody has this transfer_sub")
    }
    let address = LogEntry.mark(of: "new" + subject).prefix(10) + "@privaterelay.appleid.com"
    return Outcome.success([
      "sub": .string(transfer.newName(of: subject)), "email": .string(String(address)),
      "is_private_email": true,
    ]).about(subject)
  }
}

extension Registry {
  /// Whether a bearer may migrate for a team: by a token of the team, or a user's own.
  func mayMigrate(_ token: String, _ team: String, _ now: Int64) -> Bool {
    if let own = migrationTokens[token] { return own.team == team && own.expires > now }
    return access(token, now: now).map { $0.grant.revokedAs == nil } ?? false
  }
}
