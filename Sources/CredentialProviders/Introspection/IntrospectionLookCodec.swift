internal import CredentialCore
internal import Crypto
internal import HTTP
internal import JSON

/// Looks by introspection of the refresh token (RFC 7662), which uses nothing up.
struct IntrospectionLookCodec: LookCodec {
  let address: EndpointAddress
  let clients: Set<ClientID>
  let caller: IntrospectionCaller
  let profile: AnswerProfile
  /// The member of an answer that names the user.
  let subjectMember: String

  func request(for look: Look, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    if let refusal = NotSent(look, unlessAmong: clients) { return .failure(refusal) }
    return request(client: look.client, token: look.token, tag: tag, now: now)
  }

  /// The introspection of a token of `client`.
  func request(
    client: ClientID, token: Secret, tag: Int, now: Moment
  ) -> Result<HTTPRequest, NotSent> {
    var form = FormText()
    token.withBytes { form.add("token", $0) }
    form.add("token_type_hint", "refresh_token".utf8)
    return FormRequest.post(form, to: address, tag: tag) {
      (form, fields, endpoint) throws(CryptoError) in
      try caller.add(to: &form, &fields, client: client, endpoint: endpoint, now: now)
    }
  }

  func finding(of response: HTTPResponse, for look: Look, now: Moment) -> Finding {
    let answer = OAuthAnswer(response, from: .introspection)
    return profile.finding(of: answer, now: now) { accepted(answer, look) }
  }

  func row(for response: HTTPResponse) -> AnswerRow {
    profile.row(for: OAuthAnswer(response, from: .introspection))
  }

  /// A token that is good is this user's and this client's wherever the answer says whose it is; all
  /// members but `active` are optional (RFC 7662 §2.2).
  private func accepted(_ answer: OAuthAnswer, _ look: Look) -> Finding {
    let user = answer.json?[subjectMember]
    if let user, !user.isNull, !Self.same(user, look.credential.subject.bytes) {
      return Finding(
        .mismatched, "200 active, but the token belongs to another subject; it was stored wrongly")
    }
    if let client = answer.json?["client_id"], !client.isNull, !Self.same(client, look.client.bytes)
    {
      return Finding(.mismatched, "200 active, but the token is another client's")
    }
    let isNamed = user.map { !$0.isNull } ?? false
    return Finding(.authorized, isNamed ? "200 active" : "200 active, without \(subjectMember)")
  }

  private static func same(_ value: JSONValue, _ bytes: some Sequence<UInt8>) -> Bool {
    (value.string ?? value.integer.map { String($0) })?.utf8.elementsEqual(bytes) ?? false
  }
}
