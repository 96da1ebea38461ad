internal import JSON

/// The errors of `kapi`: a number that counts, and a text that may change.
enum KakaoError: Int64 {
  /// A parameter is missing or malformed.
  case badParameter = -2
  /// The account is restricted.
  case restricted = -4
  /// The quota is used up.
  case quota = -10
  /// The user is not linked to the app.
  case notLinked = -101
  /// The account is dormant or does not exist.
  case dormant = -103
  /// The app key or access token is no good.
  case badKey = -401
  /// The user is under 14 years old.
  case underage = -406

  /// The answer, with the status that goes with the code unless told otherwise.
  func outcome(_ reason: String, status: Int? = nil) -> Outcome {
    let body: JSONValue = ["msg": .string(text), "code": .integer(rawValue)]
    return .answered(status ?? usualStatus, body, String(rawValue), reason)
  }

  private var usualStatus: Int {
    switch self {
    case .badParameter, .quota, .notLinked, .dormant: 400
    case .restricted: 403
    case .badKey, .underage: 401
    }
  }

  private var text: String {
    switch self {
    case .badParameter: "a parameter is missing or malformed"
    case .restricted: "the account is restricted"
    case .quota: "API limit has been exceeded."
    case .notLinked: "NotRegisteredUserException"
    case .dormant: "the account is dormant or does not exist"
    case .badKey: "this app key or access token does not exist"
    case .underage: "the user is under 14 years old"
    }
  }
}
