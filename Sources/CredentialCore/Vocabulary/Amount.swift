/// A number of things for people: `1 user`, `2 users`.
package struct Amount: Sendable, CustomStringConvertible {
  /// Whether it is one, so that what is said of it is in the singular.
  package let isOne: Bool
  /// The number and its noun.
  package let description: String

  /// So many of what `noun` is in the singular; `plural` where that is not the same and an s.
  package init(_ number: Int64, _ noun: String, plural: String? = nil) {
    isOne = number == 1
    description = "\(number) \(isOne ? noun : plural ?? "\(noun)s")"
  }

  /// The same of a count.
  package init(_ number: Int, _ noun: String, plural: String? = nil) {
    self.init(Int64(number), noun, plural: plural)
  }

  /// The same of a number that was answered; what is no number is none.
  package init(_ value: Value?, _ noun: String) {
    guard case .integer(let number)? = value else {
      self.init(0, noun)
      return
    }
    self.init(number, noun)
  }
}
