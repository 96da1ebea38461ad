extension Moment {
  /// Reads an instant of RFC 3339 section 5.6, such as `2026-11-30T04:05:06Z` or
  /// `2026-11-30T13:05:06.789+09:00`; nil when it is none. A fraction counts to milliseconds.
  package init?(rfc3339 text: String) {
    var rest = Substring(text)
    guard let year = Self.take(4, &rest, then: "-"), let month = Self.take(2, &rest, then: "-"),
      let date = Self.take(2, &rest, then: "T"), let hour = Self.take(2, &rest, then: ":"),
      let minute = Self.take(2, &rest, then: ":"), let second = Self.take(2, &rest),
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(date),
      hour < 24, minute < 60, second < 60, let fraction = Self.fraction(&rest),
      let offset = Self.offset(rest)
    else { return nil }
    let day = Self.day(year, month, date)
    let seconds = day * 86_400 + hour * 3600 + minute * 60 + second
    self.init(milliseconds: seconds * 1000 + fraction - offset * 60_000)
  }

  /// Reads an instant, or a duration before `now` such as `2h30m`; nil when it is neither.
  package init?(_ text: String, before now: Moment) {
    if let ago = DurationText.duration(of: text) {
      self = now - ago
    } else {
      self.init(rfc3339: text)
    }
  }

  private static func take(
    _ count: Int, _ rest: inout Substring, then end: Character? = nil
  ) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.utf8.count == count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    guard let end else { return Int64(digits) }
    guard rest.first.map({ $0.lowercased() == end.lowercased() }) ?? false else { return nil }
    rest = rest.dropFirst()
    return Int64(digits)
  }

  private static func fraction(_ rest: inout Substring) -> Int64? {
    guard rest.first == "." else { return 0 }
    let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count + 1)
    return Int64((digits + "00").prefix(3))
  }

  /// Minutes ahead of UTC.
  private static func offset(_ rest: Substring) -> Int64? {
    if rest == "Z" || rest == "z" { return 0 }
    guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
    var rest = rest.dropFirst()
    guard let hours = take(2, &rest, then: ":"), let minutes = take(2, &rest), rest.isEmpty,
      hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970; the year is counted from 1 March, so that the leap day is its last.
  private static func day(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let (year, fromMarch) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let (era, inEra) = (year / 400, year % 400)
    let dayOfYear = (153 * fromMarch + 2) / 5 + date - 1
    return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + dayOfYear - 719_468
  }
}
