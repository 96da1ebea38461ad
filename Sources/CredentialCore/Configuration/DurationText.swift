/// The text form of a duration in the configuration: whole numbers, each with a unit, largest first:
/// `1h30m`, `24h`, `200d`, `500ms`.
package enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// The longest duration that is read: 100 years.
  package static let longest: Duration = .seconds(100 * 365 * 86_400)

  /// Reads a text, or returns nil: units fall from left to right, none twice, no blanks, no sign.
  package static func duration(of text: String) -> Duration? {
    var rest = Substring(text)
    var total: Int64 = 0
    var unitsLeft = units[...]
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { ("a"..."z").contains($0) }
      rest = rest.dropFirst(name.count)
      guard let number = Int64(digits),
        let index = unitsLeft.firstIndex(where: { $0.name == name }),
        let sum = adding(number, units[index].milliseconds, to: total)
      else { return nil }
      total = sum
      unitsLeft = unitsLeft[(index + 1)...]
    }
    return .milliseconds(total)
  }

  /// Writes a duration in the same form; what is below a millisecond is dropped.
  package static func text(of duration: Duration) -> String {
    var rest = max(0, duration.wholeMilliseconds)
    guard rest > 0 else { return "0s" }
    var text = ""
    for unit in units where rest >= unit.milliseconds {
      text += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    return text
  }

  private static func adding(_ number: Int64, _ unit: Int64, to total: Int64) -> Int64? {
    let product = number.multipliedReportingOverflow(by: unit)
    guard !product.overflow else { return nil }
    let sum = total.addingReportingOverflow(product.partialValue)
    guard !sum.overflow, sum.partialValue <= longest.wholeMilliseconds else { return nil }
    return sum.partialValue
  }
}
