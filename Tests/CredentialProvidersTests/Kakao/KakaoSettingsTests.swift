internal import CredentialCore
internal import Support
internal import Testing

@Suite("The configuration of kind kakao")
struct KakaoSettingsTests {
  private let folder = TemporaryFolder()

  init() { folder.write("admin.key", "key\n", mode: 0o600) }

  private func provider(_ changes: [(String, ConfigurationNode.Content)]) throws -> Provider {
    var values: [(String, ConfigurationNode.Content)] = [
      ("app_id", .text("100")), ("admin_key_file", .text(folder.file("admin.key"))),
    ]
    for (key, value) in changes {
      values.removeAll { $0.0 == key }
      values.append((key, value))
    }
    let provider = try AppleStage.provider(kind: "kakao", values)
    provider.looker.close()
    return provider
  }

  private func fault(_ key: String, _ value: ConfigurationNode.Content) -> String? {
    do {
      _ = try provider([(key, value)])
      return nil
    } catch let refused as AppleStage.Refused {
      return refused.faults.map(\.description).joined(separator: "\n")
    } catch { return "\(error)" }
  }

  @Test("two keys are enough; no token is needed and looks share requests")
  func defaults() throws {
    let provider = try provider([])
    #expect(provider.clients.map(\.text) == ["100"] && provider.kind == "kakao")
    #expect(!provider.enrolment.needsToken)
    #expect(provider.policy.interval == .seconds(86_400))
    #expect(provider.policy.confirmAfter == .seconds(900))
    #expect(provider.policy.deadToken == .revoke && provider.policy.budgetPeriod == .zero)
    #expect(provider.policy.gather == .seconds(10) && provider.policy.inFlight >= 100)
  }

  @Test("the unlink webhook is taken by the admin key, and silence is told when that is asked for")
  func pushes() async throws {
    let provider = try provider([("push_silent_after", .text("7d"))])
    let push = try #require(provider.push)
    defer { push.close() }
    #expect(push.silentAfter == .seconds(7 * 86_400))
    let form = Array("app_id=100&user_id=7&referrer_type=UNLINK_FROM_APPS".utf8)
    let submission = PushSubmission(body: form, authorization: Secret(Array("KakaoAK key".utf8)))
    let reading = await push.verify(submission, now: Moment(milliseconds: 1_790_000_000_000))
    guard case .verified(let verified) = reading else {
      Issue.record("it was refused: \(reading)")
      return
    }
    #expect(verified.pushes.map(\.credential.subject.text) == ["7"])
    #expect(verified.pushes.map(\.news) == [.gone("UNLINK_FROM_APPS", isDeletion: false)])
  }

  @Test("the list of linked users is read when that is configured")
  func sweep() throws {
    #expect(try provider([]).sweep == nil)
    let provider = try provider([("sweep_interval", .text("7d"))])
    #expect(provider.sweep?.interval == .seconds(7 * 86_400))
    provider.sweep?.close()
  }

  @Test("seconds are for a stand-in on this machine")
  func short() throws {
    #expect(fault("sweep_interval", .text("10m"))?.contains("loopback") == true)
    #expect(fault("interval", .text("30s"))?.contains("loopback") == true)
    #expect(fault("interval", .text("1m")) == nil)
    let local = try provider([
      ("endpoint", .text("https://127.0.0.1:4443")), ("interval", .text("1s")),
      ("confirm_after", .text("1s")),
    ])
    #expect(local.policy.evidenceDay == .seconds(1))
    #expect(try provider([]).policy.evidenceDay == .seconds(72_000))
  }

  @Test("what cannot be is refused with the key")
  func refused() {
    #expect(fault("app_id", .text("my-app"))?.contains("provider.test.app_id: ") == true)
    #expect(fault("endpoint", .text("http://kapi.kakao.com"))?.contains("https://") == true)
    #expect(fault("gather", .text("5m"))?.contains("100ms to 1m") == true)
    let canaries = fault("canaries", .list([AppleStage.node(.text("0012"))]))
    #expect(canaries?.contains("names 0012, which must be a whole number") == true)
    #expect(fault("admin_key_file", .text("/nonexistent/key"))?.contains("admin key") == true)
  }
}
