/// The rows that may be about an answer, by status and shape, so that a look asks few of them.
struct AnswerCandidates: Sendable {
  /// For each status from 100 to 999 the stretch of statuses that no row tells apart.
  private var stretches: [Int] = []
  /// For each stretch and shape the rows, up to the first of a kind's own that takes any code.
  private var rows: [[AnswerRow]] = []

  init(_ all: [AnswerRow]) {
    let ranges = all.flatMap(\.statuses)
    let borders = Set(ranges.map(\.lowerBound) + ranges.map { $0.upperBound + 1 })
    for status in AnswerRow.anyStatus {
      if stretches.isEmpty || borders.contains(status) {
        for body in AnswerBody.allCases { rows.append(Self.fitting(all, status, body)) }
      }
      stretches.append(rows.count - Self.shapes)
    }
  }

  /// The rows for a status and shape, in their order; none for a status that does not exist.
  subscript(status: Int, body: AnswerBody) -> [AnswerRow] {
    let place = status - AnswerRow.anyStatus.lowerBound
    return stretches.indices.contains(place) ? rows[stretches[place] + body.index] : []
  }

  private static let shapes = AnswerBody.allCases.count

  private static func fitting(_ all: [AnswerRow], _ status: Int, _ body: AnswerBody) -> [AnswerRow]
  {
    let fitting = all.filter { $0.fits(status, body) }
    let last = fitting.firstIndex { $0.code == nil && $0.place == nil }
    return Array(fitting.prefix((last ?? fitting.count) + 1))
  }
}
