internal import Crypto

/// The transfer of an app from one Apple team to another.
struct TeamTransfer: Sendable {
  /// How long both teams may ask, and identity tokens have the bridge, in seconds: 60 days.
  static let window: Int64 = 60 * 86_400

  /// The team that receives the app.
  let target: String
  /// When the app was accepted, in seconds since 1970; nil while it was not.
  var accepted: Int64?
  /// Whether tokens of before are dead since.
  var endsTokens = false
  private var subjects: [String: String] = [:]

  /// A transfer that is not accepted yet.
  init(to target: String) { self.target = target }

  /// Whether the app is the target's.
  var isAccepted: Bool { accepted != nil }

  /// Whether the days of the transfer are over.
  func isOver(_ now: Int64) -> Bool { accepted.map { now > $0 + Self.window } ?? false }

  /// The user's name for the time of the transfer; always the same.
  func bridge(of subject: String) -> String { Self.name("bridge", subject, target) }

  /// The user's name at the target; always the same.
  func newName(of subject: String) -> String { Self.name("new", subject, target) }

  /// Gives the bridge out, after which the target may ask with it.
  mutating func give(_ subject: String) -> String {
    let bridge = bridge(of: subject)
    subjects[bridge] = subject
    return bridge
  }

  /// Whose bridge it is; nil when it was never given out.
  func subject(ofBridge bridge: String) -> String? { subjects[bridge] }

  /// Six digits, 32 hexadecimal ones and four, with dots between.
  private static func name(_ use: String, _ subject: String, _ target: String) -> String {
    let hash = SHA256.hash(Array("\(use)\n\(target)\n\(subject)".utf8))
    let digits = hash.suffix(10).map { String($0 % 10) }.joined()
    return "\(digits.prefix(6)).\(HexText.of(hash.prefix(16))).\(digits.suffix(4))"
  }
}
