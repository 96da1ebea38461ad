internal import CredentialCore
internal import CredentialMonitor
internal import Support
internal import Testing

@Suite("The board of conditions")
struct ConditionBoardTests {
  @Test("a clock that is set back by an hour does not shorten how long a condition lasted")
  func setBack() async throws {
    let time = ManualTime(Moment(milliseconds: 1_800_000_000_000))
    let journal = RecordingJournal()
    let board = ConditionBoard(journal: journal, time: time)
    await board.begin(.hookOrphaned, detail: "1 delivery")
    time.move(to: time.now() + .seconds(120))
    time.move(to: time.now() + .seconds(-3600))
    await board.begin(.hookOrphaned, detail: "2 deliveries")
    #expect(await board.current.map(\.since) == [time.now() + .seconds(-120)])
    await board.end(.hookOrphaned)
    let ended = try #require(journal.all.last)
    #expect(ended.kind == .conditionEnded && ended.fields["lasted_seconds"] == .integer(120))
  }
}
