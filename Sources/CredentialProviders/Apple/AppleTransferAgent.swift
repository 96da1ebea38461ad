internal import CredentialCore
internal import Crypto
internal import HTTP
internal import Linux

/// Asks Apple's `/auth/usermigrationinfo` about users of an app that goes to another team (TN3159): the
/// sending team for `transfer_sub`, the receiving one for its own `sub`.
///
/// Both ask with an access token of scope `user.migration`. One that has expired is answered like a user
/// who has withdrawn consent (`invalid_request`): when everybody is refused under a kept token, a new one
/// is taken once.
final class AppleTransferAgent: TransferAgent {
  /// The path of the exchange.
  static let path = "/auth/usermigrationinfo"
  /// Refusals of fewer users than these at once are their own.
  static let fewestForDoubt = 2

  /// A team that asks.
  struct Team: Sendable {
    let id: String
    let secret: AppleClientSecret
  }

  /// An access token for these questions, and when it serves.
  private struct Access: Sendable {
    let token: Secret
    let from: Moment
    let until: Moment
  }

  private let tokenEndpoint: String
  private let endpoint: String
  private let client: ClientID
  private let sending: Team
  private let target: String
  private let receiving: Team?
  private let sender: Result<HTTPClient, HTTPSetupError>
  private let kept = Lock<[String: Access]>([:])

  /// Asks at `endpoint` for a client of both teams; `receiving` is nil while its key is not here.
  init(
    endpoint: String, client: ClientID, sending: Team, target: String, receiving: Team?,
    configuration: HTTPConfiguration
  ) {
    tokenEndpoint = endpoint + AppleEndpoint.tokenPath
    self.endpoint = endpoint + Self.path
    (self.client, self.sending, self.target) = (client, sending, target)
    self.receiving = receiving
    sender = LookEngine.client(configuration)
  }

  func ask(_ questions: [TransferQuestion], now: Moment) async -> [TransferReply] {
    guard let first = questions.first else { return [] }
    guard let team = first.isExport ? sending : receiving else {
      return questions.map { _ in .broken("the receiving team's key is not configured") }
    }
    switch sender {
    case .failure(let error): return questions.map { _ in .broken(error.description) }
    case .success(let sender):
      return await ask(questions, as: team, over: sender, now)
    }
  }

  private func ask(
    _ questions: [TransferQuestion], as team: Team, over sender: HTTPClient, _ now: Moment
  ) async -> [TransferReply] {
    let known = kept.withLock { $0[team.id] }.flatMap {
      $0.from <= now && now < $0.until ? $0 : nil
    }
    if let known {
      let replies = await ask(questions, as: team, known.token, over: sender, now)
      let refusals = replies.count { if case .refused = $0 { true } else { false } }
      guard refusals == replies.count, refusals >= Self.fewestForDoubt else { return replies }
    }
    switch await access(of: team, over: sender, now) {
    case .failure(let trouble): return questions.map { _ in trouble.reply }
    case .success(let token): return await ask(questions, as: team, token, over: sender, now)
    }
  }

  private func ask(
    _ questions: [TransferQuestion], as team: Team, _ token: Secret, over sender: HTTPClient,
    _ now: Moment
  ) async -> [TransferReply] {
    var requests: [HTTPRequest] = []
    for (tag, question) in questions.enumerated() {
      do throws(CryptoError) {
        requests.append(try request(question, as: team, token, tag: tag, now))
      } catch {
        return questions.map { _ in .broken("no client secret could be signed: \(error)") }
      }
    }
    var replies = questions.map { _ in TransferReply.failed("no answer") }
    for await completion in sender.completions(of: requests) {
      replies[completion.tag] = AppleTransferAnswer.reply(
        completion.outcome, to: questions[completion.tag])
    }
    return replies
  }

  private func request(
    _ question: TransferQuestion, as team: Team, _ token: Secret, tag: Int, _ now: Moment
  ) throws(CryptoError) -> HTTPRequest {
    var form = FormText()
    switch question {
    case .identifier(let subject):
      form.add("sub", subject.bytes)
      form.add("target", target.utf8)
    case .successor(let identifier): form.add("transfer_sub", identifier.bytes)
    }
    form.add("client_id", client.bytes)
    form.add("client_secret", try team.secret.own(for: client, now: now).utf8)
    let bearer = token.withBytes { "Bearer \(String(decoding: $0, as: UTF8.self))" }
    return HTTPRequest(
      tag: tag, method: .post, url: endpoint,
      fields: FormRequest.fields + [HTTPField("Authorization", bearer)],
      body: HTTPBody(form.bytes))
  }

  /// Takes a new access token for the exchange.
  private func access(
    of team: Team, over sender: HTTPClient, _ now: Moment
  ) async -> Result<Secret, AppleTransferAnswer.Trouble> {
    var form = FormText()
    form.add("client_id", client.bytes)
    do throws(CryptoError) {
      form.add("client_secret", try team.secret.own(for: client, now: now).utf8)
    } catch {
      return .failure(.ours("no client secret could be signed: \(error)"))
    }
    form.add("grant_type", "client_credentials".utf8)
    form.add("scope", "user.migration".utf8)
    let outcome = await sender.end(
      of: HTTPRequest(
        tag: 0, method: .post, url: tokenEndpoint, fields: FormRequest.fields,
        body: HTTPBody(form.bytes)))
    return AppleTransferAnswer.access(outcome).map { token, life in
      let access = Access(token: token, from: now, until: now + life / 2)
      kept.withLock { $0[team.id] = access }
      return token
    }
  }
}

extension TransferQuestion {
  /// Whether it is the sending team's to ask.
  fileprivate var isExport: Bool {
    if case .identifier = self { true } else { false }
  }
}

extension HTTPClient {
  /// Sends requests; each completion once, in any order, and the end after the last.
  fileprivate func completions(of requests: [HTTPRequest]) -> AsyncStream<HTTPCompletion> {
    AsyncStream { feed in
      guard !requests.isEmpty else { return feed.finish() }
      let left = Countdown(requests.count)
      submit(requests) { completions in
        for completion in completions { feed.yield(completion) }
        if left.count(completions.count) { feed.finish() }
      }
    }
  }
}
