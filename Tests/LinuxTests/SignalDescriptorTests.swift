import Glibc
import Linux
import Testing

@Suite("Signal descriptor")
struct SignalDescriptorTests {
  @Test("a blocked signal is read from the descriptor and does not end the process")
  func reads() {
    let signals = SignalDescriptor([SIGUSR1, SIGUSR2])
    #expect(signals.next() == nil)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(signals.waitForNext() == SIGUSR2)
    #expect(signals.next() == nil)
  }
}
