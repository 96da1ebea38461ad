extension Moment {
  /// UTC to the second as people read it, such as `2026-11-30 04:05:06Z`.
  package var words: String {
    let text = rfc3339
    guard let point = text.lastIndex(of: "."), let middle = text.firstIndex(of: "T") else {
      return text
    }
    return "\(text[..<middle]) \(text[text.index(after: middle)..<point])Z"
  }
}

extension Duration {
  /// The two largest units as people read them, such as `14 h 5 min` or `3 days`.
  package var words: String {
    let seconds = max(0, wholeMilliseconds / 1000)
    let units: [(name: String, seconds: Int64)] = [
      ("days", 86_400), ("h", 3600), ("min", 60), ("s", 1),
    ]
    guard let first = units.firstIndex(where: { seconds >= $0.seconds }) else { return "0 s" }
    var (rest, parts) = (seconds, [String]())
    for unit in units[first...].prefix(2) {
      let number = rest / unit.seconds
      rest %= unit.seconds
      guard number > 0 else { continue }
      parts.append("\(number) \(unit.name == "days" && number == 1 ? "day" : unit.name)")
    }
    return parts.joined(separator: " ")
  }
}
