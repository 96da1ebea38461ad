extension SandboxMode {
  /// The longest delay of `slow` and the longest `Retry-After`, in seconds.
  static let longestSeconds = 86_400
  /// The greatest age of `expire` and the farthest `clock`, in seconds.
  static let farthestSeconds = 366 * 86_400

  /// The mode as the words of the command line, for example `slow`, `2.5`.
  var words: [String] {
    switch self {
    case .throttle(let seconds?): [name, String(seconds)]
    case .slow(let delay): [name, Self.text(delay)]
    case .expire(let seconds), .clock(let seconds): [name, String(seconds)]
    default: [name]
    }
  }

  /// Reads a mode; the second word is the seconds of `slow`, `expire`, `clock` or `throttle`.
  init(words: [String]) throws(SandboxError) {
    let second = words.dropFirst().first
    let plain: [SandboxMode] = [
      .normal, .outage, .truncate, .halfJSON, .captivePortal, .invalidClient, .drop,
      .invalidGrant, .invalidRequest, .staleReplica,
    ]
    switch (words.first ?? "", second) {
    case ("slow", let text?): self = .slow(try Self.delay(text))
    case ("slow", nil): throw SandboxError(.usage, "mode slow needs SECONDS, for example: 2.5")
    case ("expire", nil), ("clock", nil):
      throw SandboxError(.usage, "mode \(words[0]) needs SECONDS, for example: 3600")
    case ("expire", let text?):
      self = .expire(seconds: try Self.seconds(text, upTo: Self.farthestSeconds))
    case ("clock", let text?):
      let isBehind = text.hasPrefix("-")
      let seconds = try Self.seconds(
        isBehind ? String(text.dropFirst()) : text, upTo: Self.farthestSeconds)
      self = .clock(seconds: isBehind ? -seconds : seconds)
    case ("throttle", nil): self = .throttle(retryAfter: nil)
    case ("throttle", let text?): self = .throttle(retryAfter: try Self.seconds(text))
    case (let name, nil):
      guard let mode = plain.first(where: { $0.name == name }) else {
        throw Self.unknown(name, plain)
      }
      self = mode
    case (let name, let text?):
      throw SandboxError(.usage, "mode \(name) takes no value; there is \"\(text)\"")
    }
  }

  private static func unknown(_ name: String, _ plain: [SandboxMode]) -> SandboxError {
    let names = (plain.map(\.name) + ["throttle", "slow", "expire", "clock"]).joined(
      separator: ", ")
    return SandboxError(.usage, "the mode \"\(name)\" does not exist; there are: \(names)")
  }

  private static func delay(_ text: String) throws(SandboxError) -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= Double(longestSeconds) else {
      throw SandboxError(
        .usage, "\"\(text)\" is no number of seconds over 0 and up to \(longestSeconds)")
    }
    return .milliseconds(Int64((seconds * 1_000).rounded(.up)))
  }

  private static func seconds(
    _ text: String, upTo most: Int = longestSeconds
  ) throws(SandboxError) -> Int {
    guard let seconds = Int(text), (0...most).contains(seconds) else {
      throw SandboxError(.usage, "\"\(text)\" is no whole number of seconds from 0 to \(most)")
    }
    return seconds
  }

  private static func text(_ delay: Duration) -> String {
    let milliseconds =
      delay.components.seconds * 1_000
      + delay.components.attoseconds / 1_000_000_000_000_000
    return String(Double(milliseconds) / 1_000)
  }
}
