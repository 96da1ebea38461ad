internal import CredentialCore

/// How many looks were sent in one phase, and in its busiest second and hour.
struct RateMeter: Sendable {
  /// Counts in stretches of one width, one after the other.
  private struct Busiest {
    let width: Int64
    var current: Int64 = .min
    var count = 0
    var most = 0

    mutating func note(_ number: Int, at milliseconds: Int64) {
      let stretch = milliseconds / width
      if stretch != current { (current, count) = (stretch, 0) }
      count += number
      most = max(most, count)
    }
  }

  private(set) var sent = 0
  private var second = Busiest(width: 1000)
  private var hour = Busiest(width: 3_600_000)

  var mostInSecond: Int { second.most }
  var mostInHour: Int { hour.most }

  /// Counts looks that are sent; times rise.
  mutating func note(_ number: Int, at moment: Moment) {
    sent += number
    second.note(number, at: moment.milliseconds)
    hour.note(number, at: moment.milliseconds)
  }
}
