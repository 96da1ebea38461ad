/// Whom a fault concerns.
package enum FaultScope: Sendable, Equatable {
  /// Every request.
  case everything
  /// Always the same users, about so many in a hundred of them.
  case users(percent: Int)
  /// So many in a hundred requests, evenly, whoever is asked about.
  case requests(percent: Int)

  /// Whether the fault concerns a request about `subject`; `counted` is what was counted up to it.
  package func holds(for subject: String?, _ counted: inout Int) -> Bool {
    switch self {
    case .everything: return true
    case .users(let percent):
      guard let subject else { return false }
      return Self.place(of: subject) < percent
    case .requests(let percent):
      counted += percent
      guard counted >= 100 else { return false }
      counted -= 100
      return true
    }
  }

  /// A number below 100 that a user keeps: FNV-1a of the bytes, in 32 bits.
  private static func place(of subject: String) -> Int {
    let hash = subject.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int(hash % 100)
  }

  /// The scope as the words of the control line, empty for everything.
  var words: [String] {
    switch self {
    case .everything: []
    case .users(let percent): ["users", String(percent)]
    case .requests(let percent): ["requests", String(percent)]
    }
  }

  /// Reads the words of a control line.
  init(words: [String]) throws(SandboxError) {
    switch (words.first, words.dropFirst().first) {
    case (nil, _): self = .everything
    case ("users", let text?): self = .users(percent: try Self.percent(text))
    case ("requests", let text?): self = .requests(percent: try Self.percent(text))
    default: throw SandboxError(.usage, "a fault is for users or requests, in percent")
    }
  }

  private static func percent(_ text: String) throws(SandboxError) -> Int {
    guard let percent = Int(text), (1...100).contains(percent) else {
      throw SandboxError(.usage, "\"\(text)\" is no whole number of percent from 1 to 100")
    }
    return percent
  }
}
