internal import HTTPServer
internal import JSON

/// Google's token endpoint and what belongs to it.
struct GoogleService: ProviderService {
  static let endpoints: [Endpoint<GoogleService>] = [
    .googleToken, .googleRevoke, .googleKeys, .googleEvents, .googleDiscovery,
  ]

  /// The life of tokens of an app in "Testing", in seconds.
  static let testingLife: Int64 = 604_800

  let clients: [String]
  let secret: String
  let settings: GoogleSettings
  let issuer = TokenIssuer(issuer: GoogleNames.issuer, identityLife: 3_600)

  func refusal(_ refusal: Refusal, to request: ServerRequest) -> Outcome {
    switch refusal {
    case .client(let reason):
      return .failure(.invalidClient, reason, status: 401, text: "The OAuth client was not found.")
    case .grant(let reason):
      return .failure(.invalidGrant, reason, text: "Token has been expired or revoked.")
    case .request(let reason): return .failure(.invalidRequest, reason, text: "Bad Request")
    case .throttled(let seconds):
      var outcome = Outcome.failure(
        "rate_limit_exceeded", "throttle", status: 429, text: "Rate Limit Exceeded")
      outcome.response.headers += seconds.map { [HeaderField("Retry-After", String($0))] } ?? []
      return outcome
    }
  }

  /// Why a grant is no good; nil when it is.
  static func fault(_ grant: Grant) -> Outcome? {
    switch grant.revokedAs {
    case nil: nil
    case .badRequest?: .failure(.invalidGrant, "bad_request", text: "Bad Request")
    case .deleted?:
      .failure(.invalidGrant, "the account was deleted", text: "Account has been deleted")
    case .invalidRapt?, .raptRequired?: reauthentication(grant.revokedAs?.rawValue ?? "")
    case .adminPolicyEnforced?:
      .failure("admin_policy_enforced", "an administrator forbids it", text: "Forbidden by policy")
    default: .failure(.invalidGrant, "revoked", text: "Token has been expired or revoked.")
    }
  }

  private static func reauthentication(_ subtype: String) -> Outcome {
    let body: JSONValue = [
      "error": "invalid_grant", "error_description": .string("reauth related error (\(subtype))"),
      "error_uri": "https://support.google.com/a/answer/9368756",
      "error_subtype": .string(subtype),
    ]
    return .answered(400, body, "invalid_grant", subtype)
  }
}
