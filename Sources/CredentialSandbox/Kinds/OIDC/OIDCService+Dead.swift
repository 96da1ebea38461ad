internal import HTTPServer
internal import JSON

extension OIDCService {
  /// Why a grant is no good for a client; nil when it is good.
  static func refusal(of grant: Grant, to client: String) -> Outcome? {
    guard grant.client.utf8.elementsEqual(client.utf8) else {
      return .failure(.invalidGrant, "the refresh token was issued to another client_id")
    }
    switch grant.revokedAs {
    case nil: return nil
    case .reuse: return .failure(.invalidGrant, "the family ended when a replaced token came again")
    case .invalidRequest: return .failure(.invalidRequest, "revoked")
    case .interactionRequired, .loginRequired, .consentRequired:
      return .failure(grant.revokedAs?.rawValue ?? "", "the user has to be asked")
    case .deleted: return .failure(.invalidGrant, "the account was deleted")
    default: return .failure(.invalidGrant, "revoked")
    }
  }

  /// What RFC 7662 §2.2 answers for every token that is not good.
  static func inactive(_ reason: String) -> Outcome {
    .answered(200, ["active": false], "inactive", reason)
  }

  /// What RFC 6750 §3.1 answers for an access token that is not good.
  static func badToken(_ reason: String) -> Outcome {
    var outcome = Outcome.failure("invalid_token", reason, status: 401)
    outcome.response.headers.append(
      HeaderField("WWW-Authenticate", "Bearer realm=\"sandbox\", error=\"invalid_token\""))
    return outcome
  }
}
