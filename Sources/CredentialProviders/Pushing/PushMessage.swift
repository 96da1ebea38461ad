internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON

/// A message whose signature and claims were accepted, read for what it tells.
struct PushMessage {
  let provider: ProviderName
  let profile: TransmitterProfile
  let accepted: AcceptedClaims
  /// The issuers a subject may belong to.
  let issuers: [String]
  let token: CompactJWS
  let received: Moment

  /// What it tells, one push for each piece of news.
  func news() throws(PushRefusal) -> VerifiedPushes {
    let id = try messageID()
    let events = try PushedEvent.read(accepted.claims["events"], profile.shape)
    if let required = profile.required,
      !events.contains(where: { $0.type.utf8.elementsEqual(required.utf8) })
    {
      throw PushRefusal(.invalidRequest, "events of \(profile.noun) lacks its event")
    }
    var verified = VerifiedPushes([], status: profile.status, id: id)
    for event in events { try add(event, to: &verified) }
    return verified
  }

  private func add(
    _ event: PushedEvent, to verified: inout VerifiedPushes
  ) throws(PushRefusal) {
    let subject = try subject(of: event)
    guard let meaning = profile.meaning(of: event.type), meaning != .told else {
      return verified.unknown.append(StrangerText.shown(event.type))
    }
    guard let subject else {
      guard let name = event.tokenName else { return try addSession(to: &verified) }
      return add(event, meaning, about: name, to: &verified)
    }
    let evidence = Evidence("\(event.name), id \(StrangerText.shown(verified.id))")
    for news in meaning.news(reason: event.members["reason"]?.string) {
      let number = verified.pushes.count
      verified.pushes.append(
        Push(
          credential: CredentialID(provider: provider, subject: subject),
          id: number == 0 ? verified.id : "\(verified.id)\u{0}\(number)", news: news,
          at: event.moment(issued: accepted.issued, claims: accepted.claims, received: received),
          received: received, evidence: evidence))
    }
  }

  /// News about one token, whose user is found by what the token is called.
  private func add(
    _ event: PushedEvent, _ meaning: EventMeaning, about name: TokenName,
    to verified: inout VerifiedPushes
  ) {
    let evidence = Evidence("\(event.name), id \(StrangerText.shown(verified.id))")
    for news in meaning.news(reason: event.members["reason"]?.string) {
      verified.tokens.append(
        PushedToken(
          name, id: "\(verified.id)\u{0}\(verified.tokens.count)", news: news,
          at: event.moment(issued: accepted.issued, claims: accepted.claims, received: received),
          received: received, evidence: evidence))
    }
  }

  /// A logout without a user names a session, which the service knows and nobody here.
  private func addSession(to verified: inout VerifiedPushes) throws(PushRefusal) {
    guard profile.needsSubject else { return }
    guard let session = accepted.claims["sid"]?.string, (1...255).contains(session.utf8.count),
      session.firstControlCharacter == nil
    else {
      throw PushRefusal(
        .invalidRequest, "\(profile.noun) names neither a user (sub) nor a session (sid)")
    }
    verified.sessions.append(session)
  }

  private func subject(of event: PushedEvent) throws(PushRefusal) -> Subject? {
    let reader = SubjectReader(issuers: issuers, noun: profile.noun)
    var found: Subject?
    for place in profile.subjects {
      guard let subject = try reader.subject(at: place, claims: accepted.claims, event) else {
        continue
      }
      if let found, found != subject {
        throw PushRefusal(.invalidRequest, "\(profile.noun) names two different users")
      }
      found = subject
    }
    if found == nil, profile.shape == .typed {
      throw PushRefusal(.invalidRequest, "the event of \(profile.noun) names no user (sub)")
    }
    return found
  }

  /// What tells it from every other: its `jti`, or a hash of what was signed.
  private func messageID() throws(PushRefusal) -> String {
    guard let value = accepted.claims["jti"] else {
      guard !profile.needsID else {
        throw PushRefusal(.invalidRequest, "jti of \(profile.noun) is missing")
      }
      return "sha256 " + Base64URL.encode(SHA256.hash(token.payload))
    }
    guard let text = value.string, (1...255).contains(text.utf8.count) else {
      throw PushRefusal(.invalidRequest, "jti of \(profile.noun) is no text of 1 to 255 bytes")
    }
    return text
  }
}

extension TransmitterProfile {
  /// What an event means; nil when it is not known.
  func meaning(of type: String) -> EventMeaning? {
    meanings.first { $0.key.utf8.elementsEqual(type.utf8) }?.value
  }
}
