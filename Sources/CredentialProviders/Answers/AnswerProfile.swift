internal import CredentialCore

/// What a provider's answers mean: declared rows, of which the first that is about an answer decides.
///
/// The administrator's entries come first, then what HTTP itself says, then the kind's own rows, then
/// those for every answer that nobody has declared. There is always a row, and the last is safe.
struct AnswerProfile: Sendable {
  let rows: [AnswerRow]
  /// Why a credential with a dead answer is dead.
  let deadReason: Reason
  private let candidates: AnswerCandidates
  /// The kind's own rows alone, when the administrator has put entries before them.
  private let own: AnswerCandidates?

  /// Puts a kind's own rows between those that hold for every provider over HTTP.
  init(_ own: [AnswerRow], deadReason: Reason = .tokenDead) {
    self.init(rows: Self.ofHTTP + own + [Self.fallback], own: nil, deadReason: deadReason)
  }

  private init(rows: [AnswerRow], own: AnswerCandidates?, deadReason: Reason) {
    self.rows = rows
    self.own = own
    self.deadReason = deadReason
    candidates = AnswerCandidates(rows)
  }

  /// The profile with the administrator's entries before all rows.
  func extended(by entries: [AnswerRow]) -> AnswerProfile {
    AnswerProfile(
      rows: entries + rows, own: entries.isEmpty ? nil : candidates, deadReason: deadReason)
  }

  /// The row that decides about such an answer: the first, but no entry that would make more of the
  /// answer than the kind's own row does.
  func row(
    _ status: Int, _ body: AnswerBody, _ code: String?, _ detail: AnswerDetail = .empty
  ) -> AnswerRow {
    let mayBecome = own.map {
      Self.first(of: $0, status, body, code, detail).answerClass.mayBecome
    }
    return Self.first(of: candidates, status, body, code, detail, mayBecome)
  }

  /// The row that decides about `answer`.
  func row(for answer: OAuthAnswer) -> AnswerRow {
    row(answer.status, answer.body, answer.code, answer.detail)
  }

  private static func first(
    of candidates: AnswerCandidates, _ status: Int, _ body: AnswerBody, _ code: String?,
    _ detail: AnswerDetail, _ mayBecome: [AnswerClass]? = nil
  ) -> AnswerRow {
    for row in candidates[status, body] where row.takes(code, detail) {
      if row.place == nil || mayBecome?.contains(row.answerClass) ?? true { return row }
    }
    return Self.fallback
  }

  /// The codes that rows name.
  var codes: [String] { rows.compactMap(\.code) }

  /// The answer that `row` takes `response` for; only a kind can say what `accepted` leads to.
  func answer(_ row: AnswerRow, wait: () -> Duration?) -> Answer? {
    switch row.answerClass {
    case .accepted: nil
    case .dead: .dead(deadReason)
    case .isolated: .isolated
    case .reauthenticate: .reauthenticate
    case .unclear: .unclear
    case .misconfigured: .misconfigured
    case .throttled: .throttled(retryAfter: wait())
    case .transient: .transient(retryAfter: wait())
    }
  }
}

extension AnswerProfile {
  /// What the status alone says (RFC 9110 §15), before any body is looked at.
  private static let ofHTTP = [
    AnswerRow([429...429], is: .throttled, "Too many requests (RFC 6585 §4)."),
    AnswerRow(
      [408...408, 425...425, 500...599], is: .transient,
      "A server in trouble says nothing about a user, whatever its body says."),
    AnswerRow(
      [100...199, 201...399], is: .transient,
      "No answer of a token endpoint; a redirect is never followed."),
  ]

  /// What an OAuth error says of us or of the server, and codes that nobody has declared.
  static let ofOAuth: [AnswerRow] = codesOfOAuth + [undeclared]

  private static let undeclared = AnswerRow(
    oauth, body: .error, is: .isolated,
    "An undeclared code may be about this user or about us.")

  /// What an OAuth error says of us or of the server (RFC 6749 §5.2).
  static let codesOfOAuth: [AnswerRow] = [
    AnswerRow(
      oauth, code: "invalid_client", is: .misconfigured,
      "Our own identity is refused: key, team, client id or clock."),
    AnswerRow(
      oauth, code: "unauthorized_client", is: .misconfigured, "The client may not use this grant."),
    AnswerRow(
      oauth, code: "unsupported_grant_type", is: .misconfigured,
      "The client is not offered this kind of grant."),
    AnswerRow(
      oauth, code: "invalid_scope", is: .misconfigured, "What is asked for is not the client's."),
    AnswerRow(
      oauth, code: "temporarily_unavailable", is: .transient,
      "The server says that it is in trouble."),
    AnswerRow(
      oauth, code: "server_error", is: .transient, "The server says that it is in trouble."),
    AnswerRow(oauth, code: "slow_down", is: .throttled, "Too many requests (RFC 8628 §3.5)."),
  ]

  /// The statuses under which a token endpoint sends an error; some servers send it with a 200.
  static let oauth = [200...200, AnswerRow.refusals]

  private static let fallback = AnswerRow(
    [AnswerRow.anyStatus], is: .transient,
    "Not what the provider documents: a portal, a proxy, another server.")
}
