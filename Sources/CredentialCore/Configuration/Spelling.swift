/// Finds what a misspelt word was meant to be.
package enum Spelling {
  /// The candidate with the smallest edit distance, if that is at most two and less than the word's
  /// length.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    let best = candidates.map { (word: $0, distance: distance(word, $0)) }
      .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
    guard let best, best.distance <= 2, best.distance < word.count else { return nil }
    return best.word
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8.prefix(64)), Array(right.utf8.prefix(64)))
    var twoBack: [Int] = []
    var oneBack = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let replaced = oneBack[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, oneBack[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, twoBack[column - 1] + 1)
        }
        current.append(least)
      }
      (twoBack, oneBack) = (oneBack, current)
    }
    return oneBack[right.count]
  }
}
