internal import CredentialCore
internal import Glibc
internal import Linux

/// Reads tokens from files that callers passed, all of them on one thread, because each caller decides
/// when the end of its file comes. The thread is there while a token is awaited.
final class TokenReader: Sendable {
  /// What has arrived since the thread last looked, and whether there is a thread.
  private struct State {
    var arrived: [TokenReading] = []
    var isRunning = false
  }

  private static let shared = TokenReader()
  private let state = Lock(State())
  private let wake = WakeDescriptor()

  /// Reads a token, or another secret, to the end of its file; a file that is too long, or too slow, is
  /// refused.
  @inline(never)  // Within its callers the optimizer of Swift 6.3.1 crashes.
  static func readSecret(
    _ file: FileDescriptor, _ content: TokenReading.Content = .token
  ) async throws -> Secret {
    try content.secret(try await read(file, content))
  }

  /// Reads the body of a request to the end of its file, under the same rules.
  static func readBody(_ file: FileDescriptor) async throws -> [UInt8] {
    let bytes = try await read(file, .body)
    // What may have been read beyond the limit is one line end of a token.
    guard bytes.count <= TokenReading.Content.body.longest else {
      throw TokenReading.Content.body.invalid(
        "is longer than \(TokenReading.Content.body.longest) bytes")
    }
    return bytes
  }

  private static func read(
    _ file: FileDescriptor, _ content: TokenReading.Content
  ) async throws -> [UInt8] {
    let ending = await withCheckedContinuation { continuation in
      shared.take(TokenReading(file, content, continuation))
    }
    return try ending.get()
  }

  private func take(_ reading: TokenReading) {
    let isFirst = state.withLock { state in
      state.arrived.append(reading)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return wake.wake() }
    NamedThread(name: "token") { self.run() }.detach()
  }

  private func run() {
    var open: [TokenReading] = []
    while let arrived = arrivals(isIdle: open.isEmpty) { open = advance(open + arrived) }
  }

  /// What has arrived; nil when there is nothing left to do.
  private func arrivals(isIdle: Bool) -> [TokenReading]? {
    state.withLock { state in
      defer { state.arrived = [] }
      if isIdle, state.arrived.isEmpty { state.isRunning = false }
      return state.isRunning ? state.arrived : nil
    }
  }

  /// Waits for the next file or deadline; gives the readings that go on.
  private func advance(_ readings: [TokenReading]) -> [TokenReading] {
    var files = ([wake.descriptor] + readings.map(\.file.number)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let now = BootClock.nanoseconds()
    let first = readings.map(\.deadline).min() ?? now
    let wait = first > now ? (first - now) / 1_000_000 + 1 : 0
    poll(&files, nfds_t(files.count), Int32(clamping: wait))
    if files[0].revents != 0 { wake.clear() }
    let later = BootClock.nanoseconds()
    return zip(readings, files.dropFirst()).compactMap { reading, file in
      var reading = reading
      return reading.advance(isReadable: file.revents != 0, now: later) ? reading : nil
    }
  }
}
