/// What a program writes to its standard error, as lines for the log: bounded in length and number.
struct ExecErrors {
  /// So many lines a minute are told.
  static let perMinute = 20
  /// A line is cut at so many bytes.
  static let longest = 500
  private static let minute: UInt64 = 60_000_000_000

  private var open: [UInt8] = []
  private var windowFrom: UInt64 = 0
  private var told = 0
  private var leftOut = 0

  /// Adds what was read at `now` (boot clock) and gives the lines to be told.
  mutating func add(_ bytes: [UInt8], now: UInt64) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if open.count < Self.longest { open.append(byte) }
        continue
      }
      lines += take(now)
    }
    return lines
  }

  /// What is left when the program has ended.
  mutating func finish(now: UInt64) -> [String] { open.isEmpty ? [] : take(now) }

  private mutating func take(_ now: UInt64) -> [String] {
    defer { open = [] }
    if windowFrom == 0 || now >= windowFrom + Self.minute {
      let before = leftOut
      (windowFrom, told, leftOut) = (now, 1, 0)
      let text = String(decoding: open, as: UTF8.self)
      return (before > 0 ? ["\(before) lines were left out"] : []) + [text]
    }
    guard told < Self.perMinute else {
      leftOut += 1
      return []
    }
    told += 1
    return [String(decoding: open, as: UTF8.self)]
  }
}
