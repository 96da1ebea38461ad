internal import CredentialCore
internal import JOSE
internal import JSON

/// Finds the user in a message; e-mail addresses and telephone numbers name nobody (RFC 9493).
struct SubjectReader {
  /// The issuers whose user IDs count.
  let issuers: [String]
  let noun: String

  private static let deepest = 4

  /// The user named at `place`; nil when nobody is, or in a form that is not used for users here.
  func subject(
    at place: TransmitterProfile.SubjectPlace, claims: ClaimSet, _ event: PushedEvent
  ) throws(PushRefusal) -> Subject? {
    switch place {
    case .claim: try plain(claims["sub"])
    case .identifier: try identifier(claims["sub_id"], depth: 0)
    case .event: try named(in: event)
    }
  }

  private func named(in event: PushedEvent) throws(PushRefusal) -> Subject? {
    if let subject = try identifier(event.members["subject"], depth: 0) { return subject }
    return try plain(event.members["sub"])
  }

  /// A user ID as a text, or as a whole number with all its digits.
  private func plain(_ value: JSONValue?) throws(PushRefusal) -> Subject? {
    guard let value else { return nil }
    guard let text = value.string ?? value.integer.map({ "\($0)" }) else {
      throw PushRefusal(.invalidRequest, "the user ID (sub) of \(noun) is no text")
    }
    do throws(InvalidText) { return try Subject(text) } catch {
      throw PushRefusal(.invalidRequest, "\(noun): \(error)")
    }
  }

  private func identifier(_ value: JSONValue?, depth: Int) throws(PushRefusal) -> Subject? {
    guard let value else { return nil }
    guard let members = value.object, depth < Self.deepest else {
      throw PushRefusal(.invalidRequest, "the subject of \(noun) is no JSON object")
    }
    // Google has the older name; RFC 9493 says format.
    let format = members["format"]?.string ?? members["subject_type"]?.string ?? "complex"
    switch format {
    case "iss_sub", "iss-sub", "id_token_claims", "id-token-claims":
      try checkIssuer(members["iss"])
      guard let subject = try plain(members["sub"]) else {
        throw PushRefusal(.invalidRequest, "the subject of \(noun) has no sub")
      }
      return subject
    case "opaque": return try plain(members["id"])
    case "aliases": return try alias(members["identifiers"], depth: depth)
    case "complex": return try identifier(members["user"], depth: depth + 1)
    default: return nil
    }
  }

  private func alias(_ value: JSONValue?, depth: Int) throws(PushRefusal) -> Subject? {
    var found: Subject?
    for one in (value?.array ?? []).prefix(TransmitterProfile.mostEvents) {
      guard let subject = try identifier(one, depth: depth + 1) else { continue }
      if let found, found != subject {
        throw PushRefusal(.invalidRequest, "\(noun) names two different users")
      }
      found = subject
    }
    return found
  }

  private func checkIssuer(_ value: JSONValue?) throws(PushRefusal) {
    guard let value else { return }
    guard let text = value.string, issuers.contains(where: { $0.utf8.elementsEqual(text.utf8) })
    else {
      throw PushRefusal(.invalidRequest, "the subject of \(noun) belongs to another issuer")
    }
  }
}
