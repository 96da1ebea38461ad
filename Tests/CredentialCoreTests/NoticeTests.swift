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
