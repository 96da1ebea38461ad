import CredentialCLI
import CredentialCore
import Glibc
import Linux
import Testing

@Suite("The token on standard input")
struct TokenTests {
  /// Reads a token from a pipe that holds `bytes`.
  private func token(_ bytes: [UInt8]) async throws(CommandFailure) -> [UInt8] {
    guard let reader = Self.reader(of: bytes) else { throw CommandFailure(.internal, "no pipe") }
    defer { withExtendedLifetime(reader) {} }
    let secret = try await StandardInput(reader.number, prompt: MemorySink())
      .readToken(limit: RegisterCommand.tokenLimit)
    return secret.withBytes { $0 }
  }

  /// The reading end of a pipe that holds `bytes` and has no writer any more, neither here nor in a
  /// program that another test has started.
  private static func reader(of bytes: [UInt8]) -> FileDescriptor? {
    guard let pipe = try? Pipe(), (try? pipe.writer.write(bytes)) == bytes.count else { return nil }
    return pipe.reader
  }

  static let good: [(input: String, token: String)] = [
    ("r.abc", "r.abc"), ("r.abc\n", "r.abc"), ("r.abc\r\n", "r.abc"), ("r.abc\n\n", "r.abc\n"),
    ("r.abc\r", "r.abc\r"), (" r ", " r "),
  ]

  @Test("one line end is dropped and nothing else is trimmed", arguments: good.indices)
  func trims(_ index: Int) async throws {
    #expect(
      try await token(Array(Self.good[index].input.utf8)) == Array(Self.good[index].token.utf8))
  }

  @Test("the longest token is taken, one byte more is refused, nothing is refused")
  func bounds() async throws {
    let limit = RegisterCommand.tokenLimit
    #expect(try await token(Array(repeating: 65, count: limit) + [10]).count == limit)
    for bytes in [Array(repeating: UInt8(65), count: limit + 1), [], [10]] {
      do throws(CommandFailure) {
        _ = try await token(bytes)
        Issue.record("\(bytes.count) bytes were accepted")
      } catch { #expect(error.code == .badToken) }
    }
  }

  @Test("a terminal is asked without echo, and has its echo back afterwards")
  func terminal() async throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): unlock the other side and ask for its number.
    #expect(ioctl(master, 0x4004_5431, &number) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    #expect(master >= 0 && slave >= 0)
    defer {
      close(slave)
      close(master)
    }
    let prompt = MemorySink()
    let input = StandardInput(slave, prompt: prompt)
    let reading = Task { try await input.readToken(limit: 100) }
    var lines = prompt.lines.makeAsyncIterator()
    #expect(await lines.next() == "Refresh token (not shown): ")
    var settings = termios()
    tcgetattr(slave, &settings)
    #expect(settings.c_lflag & tcflag_t(ECHO) == 0)
    #expect(write(master, "r.abc\n", 6) == 6)
    #expect(try await reading.value.withBytes { $0 } == Array("r.abc".utf8))
    tcgetattr(slave, &settings)
    #expect(settings.c_lflag & tcflag_t(ECHO) != 0)
  }
}
