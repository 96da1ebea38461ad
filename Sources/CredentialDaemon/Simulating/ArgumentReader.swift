internal import CredentialCore

/// Reads the values of options, and gathers what is wrong with them: the option, the value, what is
/// allowed. An option that was not given is nil.
struct ArgumentReader {
  let faults: ConfigurationFaults

  func fault(_ option: String, _ message: String) {
    faults.add(ConfigurationFault(position: nil, key: option, message: message))
  }

  /// One of the words of `type`.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ option: String, _ text: String, _ type: Word.Type
  ) -> Word? {
    if let word = Word(rawValue: text) { return word }
    let problem = Bounds.words(Word.allCases.map(\.rawValue))(text) ?? "is no word"
    fault(option, "\"\(text)\" \(problem)")
    return nil
  }

  /// A time such as `6h`.
  func duration(_ option: String, _ text: String?, in range: ClosedRange<Duration>) -> Duration? {
    let bounds =
      "\(DurationText.text(of: range.lowerBound)) to \(DurationText.text(of: range.upperBound))"
    return value(option, text, bounds, DurationText.duration(of:)) { range.contains($0) }
  }

  /// A whole number.
  func number(_ option: String, _ text: String?, in range: ClosedRange<Int>) -> Int? {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    return value(option, text, bounds, { Int($0) }) { range.contains($0) }
  }

  /// A number.
  func real(_ option: String, _ text: String?, in range: ClosedRange<Double>) -> Double? {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    return value(option, text, bounds, { Double($0) }) { range.contains($0) }
  }

  private func value<Value>(
    _ option: String, _ text: String?, _ bounds: String, _ read: (String) -> Value?,
    _ isAllowed: (Value) -> Bool
  ) -> Value? {
    guard let text else { return nil }
    guard let value = read(text), isAllowed(value) else {
      fault(option, "is \"\(text)\"; allowed is \(bounds)")
      return nil
    }
    return value
  }
}
