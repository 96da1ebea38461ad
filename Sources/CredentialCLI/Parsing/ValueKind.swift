internal import CredentialCore

/// What an option's value or an operand may be, and how it is checked before anything is done.
package enum ValueKind: Sendable, Equatable {
  /// Any text; the name stands for it in help.
  case text(String)
  /// The name of a configured provider.
  case provider
  /// A provider's user ID.
  case subject
  /// A client id.
  case client
  /// A key and a value, `K=V`.
  case pair
  /// One of these words; the name stands for them in help.
  case choice(String, [String])
  /// A whole number within bounds.
  case count(ClosedRange<UInt64>)
  /// A file's path.
  case path
  /// An instant of RFC 3339, or a duration before now.
  case time

  /// The word for the value in help, upper case.
  package var placeholder: String {
    switch self {
    case .text(let name), .choice(let name, _): name
    case .provider: "PROVIDER"
    case .subject: "SUBJECT"
    case .client: "ID"
    case .pair: "K=V"
    case .count: "N"
    case .path: "FILE"
    case .time: "TIME"
    }
  }

  /// What is wrong with `text`, as the end of a sentence; nil when nothing is.
  package func problem(with text: String) -> String? {
    switch self {
    case .text(let name): text.isEmpty ? "\(name) is empty" : nil
    case .path: text.isEmpty ? "the path is empty" : nil
    case .time:
      Moment(text, before: Moment(milliseconds: 0)) == nil
        ? "\(TerminalText.quoted(text)) is neither an instant such as 2026-11-30T04:05:06Z nor a "
          + "duration ago such as 2h30m" : nil
    case .provider: Self.fault { () throws(InvalidText) in _ = try ProviderName(text) }
    case .subject: Self.fault { () throws(InvalidText) in _ = try Subject(text) }
    case .client: Self.fault { () throws(InvalidText) in _ = try ClientID(text) }
    case .pair:
      Self.split(text) == nil ? "\(TerminalText.quoted(text)) is not of the form K=V" : nil
    case .choice(_, let words): Self.problem(with: text, among: words)
    case .count(let range): Self.problem(with: text, in: range)
    }
  }

  /// The key and the value of `K=V`, split at the first `=` byte; nil without one or without a key.
  package static func split(_ text: String) -> (key: String, value: String)? {
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "=")), mark != text.startIndex else {
      return nil
    }
    // By scalars: a mark after the sign must not make one character of both.
    let scalars = text.unicodeScalars
    return (String(scalars[..<mark]), String(scalars[scalars.index(after: mark)...]))
  }

  /// The number that `text` is, in plain decimal digits; nil when it is none of 64 bits.
  package static func number(_ text: String) -> UInt64? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return UInt64(text)
  }

  private static func fault(_ read: () throws(InvalidText) -> Void) -> String? {
    do throws(InvalidText) {
      try read()
      return nil
    } catch { return error.description }
  }

  private static func problem(with text: String, among words: [String]) -> String? {
    guard !words.contains(text) else { return nil }
    let known = words.joined(separator: ", ")
    let hint = Spelling.nearest(to: text, in: words).map { "; did you mean \($0)?" } ?? ""
    return "\(TerminalText.quoted(text)) is none of \(known)\(hint)"
  }

  private static func problem(with text: String, in range: ClosedRange<UInt64>) -> String? {
    guard let number = number(text), range.contains(number) else {
      let bounds = "from \(range.lowerBound) to \(range.upperBound)"
      return "\(TerminalText.quoted(text)) is no whole number \(bounds)"
    }
    return nil
  }
}
