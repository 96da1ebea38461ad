internal import CredentialCore
internal import Crypto

/// Kakao's older webhook: its only proof is the app's admin key, so it is never more than the reason
/// for a look, which makes a key that leaked harmless.
struct KakaoUnlinkVerifier: PushVerifier {
  /// Why Kakao says that somebody was unlinked.
  static let reasons = [
    "ACCOUNT_DELETE", "FORCED_ACCOUNT_DELETE", "UNLINK_FROM_ADMIN", "UNLINK_FROM_APPS",
    "INCOMPLETE_SIGN_UP",
  ]

  /// Those of them that say that the account is deleted.
  static let deletions = ["ACCOUNT_DELETE", "FORCED_ACCOUNT_DELETE"]

  let provider: ProviderName
  let appID: String
  let adminKey: SecretBytes
  var silentAfter: Duration?

  func verify(_ submission: PushSubmission, now: Moment) async -> PushReading {
    do throws(PushRefusal) {
      try checkKey(submission.authorization)
      let form = try FormFields(submission.body)
      guard try text("app_id", form) == appID else {
        throw PushRefusal(.invalidAudience, "app_id is that of an app that is not configured")
      }
      return .verified(try news(form, submission, now))
    } catch { return .refused(error) }
  }

  func close() {}

  private func checkKey(_ given: Secret?) throws(PushRefusal) {
    let wanted = SecretBytes(Array("KakaoAK ".utf8) + adminKey.reveal())
    guard let given, given.withBytes({ SecretBytes($0) }) == wanted else {
      throw PushRefusal(
        .authenticationFailed,
        given == nil
          ? "the request's Authorization was not handed over"
          : "the request's Authorization is not the admin key")
    }
  }

  private func news(
    _ form: FormFields, _ submission: PushSubmission, _ now: Moment
  ) throws(PushRefusal) -> VerifiedPushes {
    let reason = try text("referrer_type", form) ?? ""
    let isKnown = Self.reasons.contains(reason)
    guard let user = try text("user_id", form) else {
      throw PushRefusal(.invalidRequest, "the form has no field user_id")
    }
    let subject: Subject
    do throws(InvalidText) { subject = try Subject(user) } catch {
      throw PushRefusal(.invalidRequest, "user_id: \(error)")
    }
    // It has neither an id nor a time: who is unlinked twice is told of twice.
    let hash = Base64URL.encode(SHA256.hash(submission.body))
    let received = submission.received(by: now)
    let id = "\(hash) \(received.milliseconds)"
    let push = Push(
      credential: CredentialID(provider: provider, subject: subject), id: id,
      news: isKnown ? .gone(reason, isDeletion: Self.deletions.contains(reason)) : .askForLook,
      at: received, received: received,
      evidence: Evidence("unlinked, \(isKnown ? reason : "no known reason")"))
    let unknown = isKnown ? [] : [StrangerText.shown("referrer_type \(reason)")]
    return VerifiedPushes([push], status: 200, id: id, unknown: unknown)
  }

  private func text(_ name: String, _ form: FormFields) throws(PushRefusal) -> String? {
    guard let bytes = try form.only(name) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PushRefusal(.invalidRequest, "the field \(name) is not UTF-8")
    }
    return text
  }
}
