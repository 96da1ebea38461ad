internal import JSON

extension KakaoService {
  /// Why a user cannot be told of; nil for one who is linked, or about to be.
  static func fault(_ id: String, _ registry: Registry) -> Outcome? {
    guard let last = registry.grants(of: id)?.last else {
      return KakaoError.notLinked.outcome("no such user was ever linked")
    }
    switch last.revokedAs {
    case nil, .invalidGrant?, .pending?: return nil
    case .dormant?: return KakaoError.dormant.outcome("dormant").about(id)
    case .restricted?: return KakaoError.restricted.outcome("restricted").about(id)
    case .underage?: return KakaoError.underage.outcome("under 14").about(id)
    case .deleted?: return KakaoError.notLinked.outcome("the account was deleted").about(id)
    default: return KakaoError.notLinked.outcome("not linked any more").about(id)
    }
  }

  /// What is told of a user.
  static func description(_ id: String, _ registry: Registry) -> JSONValue {
    let last = registry.grants(of: id)?.last
    var members = JSONObject([("id", .integer(Int64(id) ?? 0))])
    if last?.revokedAs == .pending { members["has_signed_up"] = false }
    members["connected_at"] = last.map { .string(TimeText.iso8601($0.issued)) }
    return .object(members)
  }

  /// A user's number as text, when it is one.
  static func id(_ text: String?) -> String? {
    guard let text, let number = Int64(text), number > 0, String(number) == text else {
      return nil
    }
    return text
  }
}
