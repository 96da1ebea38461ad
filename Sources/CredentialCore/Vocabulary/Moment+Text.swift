extension Moment {
  /// The instant as RFC 3339 text in UTC with milliseconds, such as `2026-11-30T04:05:06.789Z`.
  package var rfc3339: String {
    let day = milliseconds.floorDivided(by: 86_400_000)
    let past = milliseconds % 86_400_000
    let inDay = past < 0 ? past + 86_400_000 : past
    let (year, month, date) = Self.civil(day: day)
    let time = [inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60].map { pad($0, 2) }
    return "\(pad(year, 4))-\(pad(month, 2))-\(pad(date, 2))T"
      + time.joined(separator: ":") + ".\(pad(inDay % 1000, 3))Z"
  }

  /// Year, month and day of the proleptic Gregorian calendar for a count of days since 1970.
  ///
  /// Counts from 1 March of year 0, so that the leap day is the last of its year and 400 years are
  /// exactly 146 097 days.
  private static func civil(day: Int64) -> (Int64, Int64, Int64) {
    let shifted = day + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date)
  }

  private func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

extension Int64 {
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
