internal import HTTPServer

extension KakaoService {
  /// Who calls `kapi`.
  enum Caller {
    /// The app itself, by its admin key.
    case admin
    /// A user, by an access token.
    case user(Grant, AccessToken)
  }

  /// Reads query and form, authenticates the caller and hands both on; else the refusal.
  func call(
    _ request: ServerRequest, _ registry: Registry, _ situation: Situation,
    _ next: (FormFields, Caller) -> Outcome
  ) -> Outcome {
    let source = request.method == "POST" ? request.body : Array((request.query ?? "").utf8)
    guard let fields = FormFields(source), fields.duplicate == nil else {
      return KakaoError.badParameter.outcome("the parameters cannot be read")
    }
    let caller: Caller
    switch self.caller(request, registry, situation) {
    case .success(let found): caller = found
    case .failure(let refused): return refused.outcome
    }
    var outcome = next(fields, caller)
    outcome.client = clients[0]
    return outcome
  }

  /// The same for calls that need the admin key.
  func adminCall(
    _ request: ServerRequest, _ registry: Registry, _ situation: Situation,
    _ next: (FormFields) -> Outcome
  ) -> Outcome {
    call(request, registry, situation) { fields, caller in
      guard case .admin = caller else {
        return KakaoError.badKey.outcome("this call needs the admin key")
      }
      return next(fields)
    }
  }

  /// A refusal on its way out.
  private struct Refused: Error {
    let outcome: Outcome
  }

  private func caller(
    _ request: ServerRequest, _ registry: Registry, _ situation: Situation
  ) -> Result<Caller, Refused> {
    let value = request.values(of: "Authorization").first ?? ""
    if value.hasPrefix("KakaoAK ") {
      let isRight = value.dropFirst(8).utf8.elementsEqual(adminKey.utf8)
      return isRight ? .success(.admin) : refused("the admin key is not the right one")
    }
    guard let token = request.bearer else {
      return refused("no KakaoAK and no Bearer in Authorization")
    }
    guard let (record, grant) = registry.access(token, now: situation.now) else {
      return refused("nobody has this access token, or it has expired")
    }
    guard grant.revokedAs == nil else { return refused("the access token is dead") }
    return .success(.user(grant, record))
  }

  private func refused(_ reason: String) -> Result<Caller, Refused> {
    .failure(Refused(outcome: KakaoError.badKey.outcome(reason)))
  }
}
