internal import CredentialCore
import Testing

@Suite("Catching up")
struct CatchUpTests {
  private let start = Moment(milliseconds: 1_800_000_000_000)

  @Test("many overdue looks are spread: in no hour more than half as many again as on the average")
  func spread() {
    var catchUp = CatchUp(times: 1.5, interval: .seconds(86_400), now: start)
    catchUp.sent(0, of: 24_000, now: start)
    var now = start
    var perHour = [Int](repeating: 0, count: 3)
    while now < start + .seconds(3 * 3600) {
      let free = catchUp.allowance(now: now)
      perHour[Int((now - start).wholeMilliseconds / 3_600_000)] += free
      catchUp.sent(free, of: 24_000, now: now)
      let next = catchUp.next(now: now)
      #expect(next > now)
      now = next
    }
    #expect(perHour.allSatisfy { (1495...1505).contains($0) }, "\(perHour)")
  }

  @Test("the busiest hour is the one after an idle time: it has ten seconds' worth more")
  func idle() {
    var catchUp = CatchUp(times: 1.5, interval: .seconds(86_400), now: start)
    catchUp.sent(0, of: 24_000, now: start)
    let begin = start + .seconds(3600)
    var (now, sent) = (begin, 0)
    while now < begin + .seconds(3600) {
      let free = catchUp.allowance(now: now)
      sent += free
      catchUp.sent(free, of: 24_000, now: now)
      now = catchUp.next(now: now)
    }
    #expect((1500...1505).contains(sent), "\(sent)")
  }

  @Test("of few users one a minute is never too fast, and an idle day is no burst")
  func few() {
    var catchUp = CatchUp(times: 1.5, interval: .seconds(86_400), now: start)
    #expect(catchUp.allowance(now: start) == 1)
    catchUp.sent(1, of: 3, now: start)
    #expect(catchUp.allowance(now: start) == 0)
    #expect(catchUp.next(now: start) == start + .seconds(60))
    #expect(catchUp.allowance(now: start + .seconds(86_400)) == 1)
  }

  @Test("a clock that goes back neither traps nor gives anything")
  func back() {
    var catchUp = CatchUp(times: 1.5, interval: .zero, now: start)
    catchUp.sent(5, of: 0, now: start)
    #expect(catchUp.allowance(now: start - .seconds(86_400)) == 0)
    #expect(catchUp.next(now: start - .seconds(86_400)) > start - .seconds(86_400))
  }
}
