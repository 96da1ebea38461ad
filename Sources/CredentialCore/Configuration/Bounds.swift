/// Checks for configuration keys: each says what is wrong with a value, or nil.
package enum Bounds {
  /// A duration between two, both included.
  package static func durations(_ least: Duration, _ most: Duration)
    -> @Sendable (Duration) -> String?
  {
    { value in
      (least...most).contains(value)
        ? nil
        : "is \(DurationText.text(of: value)); allowed is \(DurationText.text(of: least)) to \(DurationText.text(of: most))"
    }
  }

  /// A whole number between two, both included.
  package static func numbers(_ least: Int, _ most: Int) -> @Sendable (Int) -> String? {
    { (least...most).contains($0) ? nil : "is \($0); allowed is \(least) to \(most)" }
  }

  /// One of some words.
  package static func words(_ words: [String]) -> @Sendable (String) -> String? {
    { word in
      if words.contains(word) { return nil }
      let hint = Spelling.nearest(to: word, in: words).map { "; did you mean \"\($0)\"?" } ?? ""
      let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
      return "is none of \(list)\(hint)"
    }
  }

  /// An absolute path without NUL.
  package static let absolutePath: @Sendable (String) -> String? = { path in
    path.hasPrefix("/") && !path.utf8.contains(0) ? nil : "must be an absolute path"
  }
}
