internal import CredentialCore
internal import Crypto
internal import JSON

/// GitHub's webhook, signed with a shared secret (HMAC-SHA256 of the body). It has no time, and the id
/// of a delivery is not signed: who repeats an old one must not end a new sign-in, so a look decides.
struct GitHubPushVerifier: PushVerifier {
  let provider: ProviderName
  let secret: SecretBytes
  var silentAfter: Duration?

  func verify(_ submission: PushSubmission, now: Moment) async -> PushReading {
    do throws(PushRefusal) {
      try checkSignature(of: submission)
      let body: JSONValue
      do throws(JSONError) {
        body = try JSONValue.parse(submission.body, maximumBytes: PushSubmission.longestBody)
      } catch { throw PushRefusal(.invalidRequest, "the body is no JSON: \(error)") }
      return .verified(try news(of: body, submission, now))
    } catch { return .refused(error) }
  }

  func close() {}

  private func checkSignature(of submission: PushSubmission) throws(PushRefusal) {
    guard let given = submission.headers["x-hub-signature-256"] else {
      throw PushRefusal(
        .authenticationFailed, "the request's X-Hub-Signature-256 was not handed over")
    }
    let code = SHA256.code(submission.body, key: secret)
    let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    guard constantTimeEqual(Array(given.lowercased().utf8), Array("sha256=\(digits)".utf8)) else {
      throw PushRefusal(.authenticationFailed, "the signature is not made with the secret")
    }
  }

  private func news(
    of body: JSONValue, _ submission: PushSubmission, _ now: Moment
  ) throws(PushRefusal) -> VerifiedPushes {
    let hash = Base64URL.encode(SHA256.hash(submission.body))
    let received = submission.received(by: now)
    var verified = VerifiedPushes([], status: 200, id: "\(hash) \(received.milliseconds)")
    let event = submission.headers["x-github-event"] ?? ""
    guard event == "github_app_authorization", body["action"]?.string == "revoked" else {
      let isPing = event == "ping"
      if !isPing { verified.unknown = [StrangerText.shown(event)] }
      return verified
    }
    guard let user = body["sender"]?["id"]?.integer, let subject = try? Subject("\(user)") else {
      throw PushRefusal(.invalidRequest, "the event has no whole number sender.id")
    }
    verified.pushes = [
      Push(
        credential: CredentialID(provider: provider, subject: subject), id: verified.id,
        news: .askForLook, at: received, received: received,
        evidence: Evidence("github_app_authorization revoked"))
    ]
    return verified
  }
}
