internal import CredentialSandbox
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("The control verbs of other kinds", .timeLimit(.minutes(5)))
struct KindControlTests {
  @Test("an OpenID provider signs users in, writes pushes and rotates its key")
  func oidc() async throws {
    let process = try await SandboxProcess(["--kind", "oidc", "--issuer", "https://op.example"])
    #expect(process.ready["kind"] == "oidc")
    let signIn = try await process.control(["sign-in", "001", "--nonce", "n1"])
    let made = try JSONValue.parse(signIn.output, maximumBytes: 65_536)
    #expect(made["code"]?.string?.hasPrefix("c.") == true)
    #expect(try OIDCFixture.claims(made["id_token"]?.string)["nonce"] == "n1")
    let push = try await process.control(["push", "logout", "001", "--id", "j1"])
    #expect(push.text.hasPrefix("logout_token="))
    let claims = try OIDCFixture.claims(String(push.text.dropFirst(13)))
    #expect(claims["iss"] == "https://op.example" && claims["jti"] == "j1")
    let whole = try await process.control(["push", "account-purged", "001", "--json"])
    let told = try JSONValue.parse(whole.output, maximumBytes: 65_536)
    #expect(told["method"] == "POST" && told["headers"]?.array?.count == 1)
    #expect(try await process.control(["push", "rain", "001"]).errors.contains("logout"))
    #expect(try await process.control(["key", "rotate"]).status == 0)
    #expect(try await process.control(["discovery", #"{"issuer":"x"}"#]).status == 0)
    let bad = try await process.control(["user", "revoke", "001", "--as", "dormant"])
    #expect(bad.status == 2 && bad.errors.contains("login_required"))
    _ = try await process.control(["stop"])
    #expect(await process.end() == .exited(0))
  }

  @Test("Kakao's users are deleted and return, and Apple's have names in a transfer")
  func others() async throws {
    let kakao = try await SandboxProcess(["--kind", "kakao"])
    #expect(try await kakao.control(["user", "add", "5"]).status == 0)
    #expect(try await kakao.control(["user", "delete", "5"]).status == 0)
    #expect(try await kakao.control(["user", "list"]).text == "5\tcom.example.app\tdeleted\n")
    #expect(try await kakao.control(["user", "return", "5"]).text.hasPrefix("r."))
    #expect(try await kakao.control(["user", "list"]).text == "5\tcom.example.app\tgood\n")
    #expect(try await kakao.control(["transfer", "accept"]).status == 2)
    _ = try await kakao.control(["stop"])
    #expect(await kakao.end() == .exited(0))
    let apple = try await SandboxProcess()
    #expect(try await apple.control(["transfer", "accept", "--days-ago", "3"]).status == 0)
    let names = try await apple.control(["transfer", "names", "001"])
    #expect(names.text.contains("\"transfer_sub\":\""))
    _ = try await apple.control(["stop"])
    #expect(await apple.end() == .exited(0))
  }
}
