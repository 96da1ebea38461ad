internal import CredentialCore
internal import Testing

@testable internal import CredentialDaemon

@Suite("The document of a sign-in")
struct SignInDocumentTests {
  private func read(_ text: String) throws -> SignInDocument {
    try SignInDocument(Secret(Array(text.utf8)))
  }

  private func text(_ secret: Secret?) -> String? {
    secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
  }

  @Test("what the provider gave and what the back end knows is read; the rest is named")
  func whole() throws {
    let document = try read(
      """
      {"id_token":"a.b.c","code":"c","refresh_token":"r","code_verifier":"v","client_id":"app",
       "subject":"001","redirect_uri":"https://x.example/","nonce":"n","state":"s","scope":"openid",
       "error":null}
      """)
    let handover = document.handover
    #expect(text(handover.identityToken) == "a.b.c" && text(handover.code) == "c")
    #expect(text(handover.refreshToken) == "r" && text(handover.codeVerifier) == "v")
    #expect(handover.client?.text == "app" && handover.subject?.text == "001")
    #expect(handover.redirectURI == "https://x.example/" && handover.nonce == "n")
    #expect(handover.error == nil && document.ignored == ["state", "scope"])
  }

  @Test("the name of the user is read in Apple's two forms, its unsigned e-mail address is not")
  func user() throws {
    let forms = [
      #""user":{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"evil@example.org"}"#,
      #""user":"{\"name\":{\"firstName\":\"Ada\",\"lastName\":\"Lovelace\"}}""#,
      #""user":{"givenName":"Ada","familyName":"Lovelace"}"#,
    ]
    for form in forms {
      let profile = try read("{\(form),\"locale\":\"en\"}").handover.profile
      #expect(profile.name.display == "Ada Lovelace" && profile.mail == nil)
      #expect(profile.name.locale == "en")
    }
  }

  @Test("what is malformed is refused by its name, never by its value")
  func malformed() throws {
    let cases = [
      ("", "the document"), ("[]", "the document"),
      (#"{"code":"SECRET","code":"x"}"#, "the document"),
      (#"{"id_token":7}"#, "id_token"), (#"{"code":""}"#, "code"),
      (#"{"code":"SECRET\n"}"#, "code"), (#"{"code":"SECRÉT"}"#, "code"),
      (#"{"subject":""}"#, "subject"), (#"{"client_id":"a\u0001SECRET"}"#, "client_id"),
      (#"{"user":"SECRET"}"#, "user"), (#"{"user":7}"#, "user"),
    ]
    for (text, name) in cases {
      do {
        _ = try read(text)
        Issue.record("\(text) was read")
      } catch let error as OperationError {
        #expect(error.code == .invalidArgument && error.message.contains(name), "\(error)")
        #expect(!error.message.contains("SECR"))
      }
    }
  }
}
