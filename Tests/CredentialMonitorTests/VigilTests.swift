internal import CredentialCore
internal import Testing

@testable import CredentialMonitor

@Suite("When a watch asks what waits")
struct VigilTests {
  private let start = Moment(milliseconds: 1_800_000_000_000)

  @Test("while a number is told, one more asks anew, no more often than once a minute")
  func counted() {
    var vigil = Vigil()
    let far = start + .seconds(86_400)
    vigil.noteAnswer(telling: false, counting: true, [], next: far, at: start)
    vigil.noteCommit(waits: false, at: start)
    #expect(vigil.due == far)
    vigil.noteCommit(waits: true, at: start)
    #expect(vigil.due == start + Vigil.calm)
    vigil.noteAnswer(telling: false, counting: false, [], next: far, at: start)
    vigil.noteCommit(waits: true, at: start)
    #expect(vigil.due == far)
  }
}
