internal import Crypto

/// When an authorization code may be redeemed (RFC 6749 §4.1.3, RFC 7636 §4.6).
enum CodeRules {
  /// Why it may not, for the log; nil when it may.
  static func fault(
    _ code: PendingCode?, _ client: String, _ fields: FormFields, _ now: Int64
  ) -> String? {
    guard let code else { return "nobody has this code" }
    guard code.client.utf8.elementsEqual(client.utf8) else {
      return "the code was issued to another client_id"
    }
    guard code.grant == nil else { return "the code was used before" }
    guard code.expires > now else { return "the code has expired" }
    if let wanted = code.options.redirectURI, fields["redirect_uri"] != wanted {
      return "redirect_uri is not that of the authorization request"
    }
    return challengeFault(code.options.challenge, fields["code_verifier"])
  }

  private static func challengeFault(_ challenge: String?, _ verifier: String?) -> String? {
    guard let challenge else { return nil }
    guard let verifier else { return "code_verifier is missing" }
    let hash = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
    return hash == challenge ? nil : "code_verifier does not fit the challenge"
  }
}
