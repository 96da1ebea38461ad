internal import CredentialCore
internal import JSON

/// A sign-in as a back end writes it: one JSON object with what the provider gave and what the back end
/// knows of its own request.
///
/// A whole authorization response may be handed on as it came, so members that are not known are
/// passed over; they are named in the answer.
struct SignInDocument {
  /// What it hands over.
  private(set) var handover = SignInHandover()
  /// The members that were passed over, at most 20.
  private(set) var ignored: [String] = []

  /// Reads a document; what is malformed is refused by its name, never by its value.
  init(_ bytes: Secret) throws {
    let object = try bytes.withBytes { bytes in try Self.object(bytes, "the document") }
    for member in object.members where !member.value.isNull {
      if try !take(member.key, member.value), ignored.count < 20 {
        ignored.append(String(member.key.prefix(40)))
      }
    }
  }

  /// False when the member is not known.
  private mutating func take(_ key: String, _ value: JSONValue) throws -> Bool {
    switch key {
    case "id_token": handover.identityToken = try Self.secret(key, value)
    case "code": handover.code = try Self.secret(key, value)
    case "refresh_token": handover.refreshToken = try Self.secret(key, value)
    case "code_verifier": handover.codeVerifier = try Self.secret(key, value)
    case "client_id":
      let text = try Self.text(key, value)
      do { handover.client = try ClientID(text) } catch { throw Self.invalid("\(key): \(error)") }
    case "subject":
      let text = try Self.text(key, value)
      do { handover.subject = try Subject(text) } catch { throw Self.invalid("\(key): \(error)") }
    case "redirect_uri": handover.redirectURI = try Self.text(key, value, longest: 2_048)
    case "nonce": handover.nonce = try Self.text(key, value, longest: 1_024)
    case "error": handover.error = try Self.text(key, value)
    case "locale": handover.profile.name.locale = UserProfile.plain(try Self.text(key, value))
    case "user": try takeUser(value)
    default: return false
    }
    return true
  }

  /// What an app is told of the user beside the token; Apple posts it as JSON within a text. An e-mail
  /// address in it is not signed, so only that of the token counts.
  private mutating func takeUser(_ value: JSONValue) throws {
    let user: JSONObject
    if let text = value.string {
      user = try Self.object(Array(text.utf8), "user")
    } else {
      guard let object = value.object else { throw Self.invalid("user is no JSON object") }
      user = object
    }
    let name = user["name"]?.object ?? user
    let part = { (keys: [String]) in
      keys.lazy.compactMap { name[$0]?.string }.compactMap(UserProfile.plain).first
    }
    handover.profile.name.given = part(["firstName", "givenName", "given_name"])
    handover.profile.name.middle = part(["middleName", "middle_name"])
    handover.profile.name.family = part(["lastName", "familyName", "family_name"])
  }

  private static func object(_ bytes: [UInt8], _ what: String) throws -> JSONObject {
    do throws(JSONError) {
      if let object = try JSONValue.parse(bytes, maximumBytes: bytes.count).object {
        return object
      }
    } catch {
      // The place alone: the text around it may be a token.
      throw invalid("\(what) is no JSON: \(error.code.rawValue) near byte \(error.offset)")
    }
    throw invalid("\(what) is no JSON object")
  }

  private static func secret(_ key: String, _ value: JSONValue) throws -> Secret {
    let bytes = Array(try text(key, value, longest: 16_384).utf8)
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      throw invalid("\(key) holds bytes that no token holds")
    }
    return Secret(bytes)
  }

  private static func text(_ key: String, _ value: JSONValue, longest: Int = 255) throws -> String {
    guard let text = value.string, (1...longest).contains(text.utf8.count),
      text.firstControlCharacter == nil
    else {
      throw invalid("\(key) must be a text of 1 to \(longest) bytes without control characters")
    }
    return text
  }

  private static func invalid(_ sentence: String) -> OperationError {
    OperationError(.invalidArgument, "the sign-in: \(sentence)")
  }
}
