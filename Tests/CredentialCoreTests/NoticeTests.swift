internal import CredentialCore
import Testing

@Suite("Notices and conditions")
struct NoticeTests {
  @Test("Message ids are 32 lower-case hex digits, each used once")
  func messageIDs() {
    let ids = NoticeKind.allCases.map(\.messageID)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.utf8.count == 32 && id.allSatisfy { "0123456789abcdef".contains($0) }, "\(id)")
    }
  }

  @Test("Sentences are plain, differ, and end without a full stop", arguments: NoticeKind.allCases)
  func sentences(kind: NoticeKind) {
    #expect(!kind.sentence.isEmpty && kind.sentence.utf8.count <= 100)
    #expect(!kind.sentence.hasSuffix(".") && !kind.sentence.contains { "\\%{}\n".contains($0) })
    #expect(NoticeKind.allCases.filter { $0.sentence == kind.sentence } == [kind])
  }

  @Test(
    "Every condition has a title of its own and says what to do", arguments: ConditionKind.allCases)
  func conditions(kind: ConditionKind) {
    #expect(!kind.title.isEmpty && !kind.title.hasSuffix("."))
    #expect(!kind.remedy.isEmpty && kind.remedy != kind.title)
    #expect(ConditionKind.allCases.filter { $0.title == kind.title } == [kind])
  }

  @Test("A condition is told once when it begins and once when it ends, for each subject")
  func toldOnce() {
    var conditions = Conditions()
    func begin(_ subject: String) -> Notice? {
      conditions.begin(.providerUnreachable, subject: subject, detail: "d", at: Sample.start)
    }
    #expect(begin("apple")?.kind == .conditionBegan)
    #expect(begin("apple") == nil)
    #expect(begin("kakao")?.fields["subject"] == .text("kakao"))
    #expect(conditions.current.map(\.subject) == ["apple", "kakao"])
    let later = Sample.start + .seconds(90)
    let ended = conditions.end(.providerUnreachable, subject: "apple", at: later)
    #expect(ended?.kind == .conditionEnded && ended?.fields["lasted_seconds"] == .integer(90))
    #expect(conditions.end(.providerUnreachable, subject: "apple", at: later) == nil)
    #expect(conditions.end(.busLost, subject: "", at: later) == nil)
    #expect(conditions.current.map(\.subject) == ["kakao"])
  }

  @Test("A notice about a credential names provider and subject first")
  func aboutCredential() {
    let notice = Notice(.registered, Sample.id, ["more": .boolean(true)])
    #expect(notice.fields.members.map(\.name) == ["provider", "subject", "more"])
  }

  @Test("A hook's variables carry the prefix of the environment")
  func variables() {
    for variable in Names.HookVariable.allCases {
      #expect(variable.rawValue.hasPrefix("CREDSTATE_"))
    }
  }
}
