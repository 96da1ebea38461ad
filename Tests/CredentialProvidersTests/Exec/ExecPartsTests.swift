internal import CredentialCore
internal import JSON
internal import Testing

@testable internal import CredentialProviders

@Suite("The protocol of kind exec")
struct ExecPartsTests {
  private func terms(needsToken: Bool) throws -> ExecTerms {
    ExecTerms(
      provider: "test", command: ["/bin/true"], clients: [try ClientID("c")],
      needsToken: needsToken)
  }

  private func line(_ bytes: [UInt8]) throws -> JSONValue {
    #expect(bytes.last == 10 && bytes.dropLast().allSatisfy { $0 != 10 })
    return try JSONValue.parse(bytes, maximumBytes: 65_536)
  }

  @Test("the token is handed over only when it is needed")
  func token() throws {
    let look = try AppleAnswers.look(subject: "a\"b", client: "c", token: "r.secret")
    let with = try line(ExecMessage.looks([(7, look)], try terms(needsToken: true)))
    #expect(with["looks"]?.array?[0]["token"] == "r.secret")
    #expect(with["looks"]?.array?[0]["subject"] == "a\"b")
    #expect(with["looks"]?.array?[0]["id"] == 7)
    let without = try line(ExecMessage.looks([(7, look)], try terms(needsToken: false)))
    #expect(without["looks"]?.array?[0]["token"] == nil)
    let hello = try line(ExecMessage.hello(try terms(needsToken: false)))
    #expect(hello["version"] == 1 && hello["type"] == "hello")
  }

  @Test("no answer of a program is more than presumptive, and each has its class")
  func words() {
    for word in ExecWord.allCases {
      let strength = word.answer(retryAfter: nil).strength
      let isNegative = [.dead, .notLinked, .notFound].contains(word)
      #expect((strength == .presumptive) == isNegative, "\(word)")
      #expect((strength == .affirmative) == (word == .authorized), "\(word)")
    }
    #expect(ExecWord.notFound.answer(retryAfter: nil) == .dead(.notLinked))
    #expect(
      ExecWord.throttled.answer(retryAfter: .seconds(3)) == .throttled(retryAfter: .seconds(3)))
  }

  @Test("a detail is shown, unless it holds the token or breaks a line")
  func details() throws {
    let look = try AppleAnswers.look(token: "r.secret")
    func shown(_ detail: String?) -> String {
      ExecResult(id: 1, word: .dead, detail: detail, retryAfter: nil).finding(about: look).evidence
        .summary
    }
    #expect(shown("left in May") == "the program: dead: left in May")
    #expect(shown(nil) == "the program: dead")
    #expect(!shown("token r.secret expired").contains("secret"))
    #expect(!shown("a\nb").contains("\n"))
  }

  @Test("lines come in any pieces, and one that is too long is a fault")
  func lines() throws {
    var lines = ExecLines(longest: 5)
    #expect(try lines.add(Array("ab".utf8)).isEmpty)
    #expect(
      try lines.add(Array("c\n\nde\nf".utf8)).map { String(decoding: $0, as: UTF8.self) }
        == ["abc", "", "de"])
    #expect(try lines.add(Array("ghij\n".utf8)).count == 1)
    #expect(throws: ExecFault.self) { try lines.add(Array("123456".utf8)) }
  }

  @Test("of what is written to standard error twenty lines a minute are told, and the rest counted")
  func errors() {
    var errors = ExecErrors()
    let flood = Array(String(repeating: "x\n", count: 50).utf8)
    #expect(errors.add(flood, now: 1).count == 20)
    #expect(errors.add(flood, now: 2).isEmpty)
    let later = errors.add(Array("y\n".utf8), now: 60_000_000_001)
    #expect(later == ["80 lines were left out", "y"])
    let long = errors.add(Array(repeating: 65, count: 10_000) + [10], now: 60_000_000_002)
    #expect(long.map(\.utf8.count) == [ExecErrors.longest])
    #expect(errors.add(Array("end".utf8), now: 3).isEmpty)
  }
}
