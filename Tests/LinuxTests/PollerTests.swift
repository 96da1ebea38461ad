import Linux
import Testing

@Suite("Waiting for descriptors")
struct PollerTests {
  @Test("a set timer makes its token come back, an unset one does not")
  func timer() throws {
    let poller = Poller()
    let (soon, never) = (TimerDescriptor(), TimerDescriptor())
    try poller.add(soon.descriptor, .read, token: 7)
    try poller.add(never.descriptor, .read, token: 8)
    soon.set(BootClock.nanoseconds() + 1_000_000)
    let events = poller.wait()
    #expect(events.map(\.token) == [7])
    #expect(events.first?.isReadable == true)
    soon.clear()
    #expect(poller.wait(milliseconds: 0).isEmpty)
    soon.set(0)
    #expect(poller.wait().map(\.token) == [7])
    soon.set(nil)
    #expect(poller.wait(milliseconds: 0).isEmpty)
  }

  @Test("a wake from another thread ends the wait")
  func wake() throws {
    let poller = Poller()
    let wake = WakeDescriptor()
    try poller.add(wake.descriptor, .read, token: 1)
    let thread = NamedThread(name: "waker") { wake.wake() }
    #expect(poller.wait().map(\.token) == [1])
    thread.join()
    wake.clear()
    #expect(poller.wait(milliseconds: 0).isEmpty)
    poller.remove(wake.descriptor)
  }

  @Test("a wall clock that was not stepped does not show as stepped")
  func noStep() throws {
    let poller = Poller()
    let step = ClockStepDescriptor()
    try poller.add(step.descriptor, .read, token: 1)
    #expect(poller.wait(milliseconds: 0).isEmpty)
    step.clear()
    #expect(poller.wait(milliseconds: 0).isEmpty)
  }

  @Test("the boot clock does not go back; the wall clock is past 2020")
  func clocks() {
    let first = BootClock.nanoseconds()
    #expect(BootClock.nanoseconds() >= first)
    #expect(WallClock.milliseconds() > 1_577_836_800_000)
  }
}
