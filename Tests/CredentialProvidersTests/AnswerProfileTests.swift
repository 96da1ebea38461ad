internal import CredentialCore
internal import Testing

@testable internal import CredentialProviders

@Suite("The answer profile of Apple")
struct AnswerProfileTests {
  private let profile = AppleProfile.builtIn

  /// A second reading of the vendor's pages and of RFC 6749 §5.2, without a table.
  private func expected(_ status: Int, _ body: AnswerBody, _ code: String?) -> AnswerClass {
    if status == 429 { return .throttled }
    guard status == 200 || (400..<500).contains(status), status != 408, status != 425 else {
      return .transient
    }
    if body == .token { return status == 200 ? .accepted : .transient }
    if body == .empty { return status == 400 ? .isolated : .transient }
    switch code {
    case nil: return .transient
    case "invalid_grant": return status == 400 || status == 200 ? .dead : .isolated
    case "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope":
      return .misconfigured
    case "temporarily_unavailable", "server_error": return .transient
    case "slow_down": return .throttled
    default: return .isolated
    }
  }

  @Test("each status, shape and code has the class that the pages give it")
  func everything() {
    let codes: [String?] = [
      "invalid_grant", "invalid_request", "invalid_client", "unauthorized_client",
      "unsupported_grant_type", "invalid_scope", "temporarily_unavailable", "server_error",
      "slow_down", "brand_new", "Invalid_Grant", "invalid_grant ", "", "invalid_grant\u{301}",
    ]
    for status in 100...999 {
      for body in AnswerBody.allCases {
        for code in body == .error ? codes : [nil] {
          let row = profile.row(status, body, code)
          #expect(
            row.answerClass == expected(status, body, code), "\(status) \(body) \(code ?? "")")
        }
      }
    }
  }

  @Test("every row is reached by an answer, says why, and the last takes whatever is left")
  func rows() {
    for (index, row) in profile.rows.enumerated() {
      #expect(!profile.rows[..<index].contains { $0.covers(row) }, "\(row.shown)")
      #expect(row.why.hasSuffix(".") && !row.why.contains("\n") && row.place == nil)
      let codes = row.code.map { [$0] } ?? [nil, "brand_new"]
      let isReached = (100...999).contains { status in
        AnswerBody.allCases.contains { body in
          codes.contains { profile.row(status, body, $0).why == row.why }
        }
      }
      #expect(isReached, "\(row.shown)")
    }
    #expect(profile.rows.last?.shown.status == "any")
    #expect(profile.rows.last?.answerClass == .transient)
  }

  @Test("of all rows one says dead, and it names a code and statuses one by one")
  func dead() {
    let dead = profile.rows.filter { $0.answerClass == .dead }
    #expect(dead.map(\.shown.status) == ["200, 400"] && dead.map(\.code) == ["invalid_grant"])
  }
}
