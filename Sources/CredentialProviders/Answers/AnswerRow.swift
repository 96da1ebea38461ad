internal import CredentialCore

/// One row of an answer profile: which answers it is about, what they are taken for, and why.
final class AnswerRow: Sendable {
  /// The statuses, in ranges.
  let statuses: [ClosedRange<Int>]
  /// The shape of the body; nil for any.
  let body: AnswerBody?
  /// The error code; nil for any.
  let code: String?
  /// What the answer says beside its code, as `AnswerDetail` reads it; nil for anything.
  let subtype: String?
  /// What such an answer is taken for.
  let answerClass: AnswerClass
  /// One sentence for people.
  let why: String
  /// Where the configuration says so; nil for a row of the kind's own.
  let place: SourcePosition?
  private let codeBytes: [UInt8]

  init(
    _ statuses: [ClosedRange<Int>], body: AnswerBody? = nil, code: String? = nil,
    subtype: String? = nil, is answerClass: AnswerClass, _ why: String, place: SourcePosition? = nil
  ) {
    self.statuses = statuses
    self.body = code == nil ? body : .error
    self.code = code
    self.subtype = subtype
    self.answerClass = answerClass
    self.why = why
    self.place = place
    codeBytes = Array((code ?? "").utf8)
  }

  /// Whether it may be about answers of this status and shape.
  func fits(_ status: Int, _ body: AnswerBody) -> Bool {
    (self.body == nil || self.body == body) && statuses.contains { $0.contains(status) }
  }

  /// Whether it is about answers with this code and detail. Codes are compared byte by byte.
  func takes(_ code: String?, _ detail: AnswerDetail) -> Bool {
    guard self.code != nil else { return true }
    guard let code, code.utf8.count == codeBytes.count else { return false }
    return code.utf8.elementsEqual(codeBytes) && (subtype.map(detail.says) ?? true)
  }

  /// Whether every answer that `other` is about is this row's as well.
  func covers(_ other: AnswerRow) -> Bool {
    let all = other.statuses.allSatisfy { theirs in
      statuses.contains { $0.contains(theirs.lowerBound) && $0.contains(theirs.upperBound) }
    }
    return all && (body == nil || body == other.body) && (code == nil || code == other.code)
      && (subtype == nil || subtype == other.subtype)
  }

  /// The row as the bus and the command show it.
  var shown: ProfileRow {
    ProfileRow(
      status: statuses.map(Self.text).joined(separator: ", "), body: body?.rawValue, error: code,
      subtype: subtype,
      answer: answerClass.rawValue, strength: answerClass.strength, why: why,
      place: place?.description)
  }

  /// Every status there is.
  static let anyStatus = 100...999
  /// Refusals.
  static let refusals = 400...499

  private static func text(_ range: ClosedRange<Int>) -> String {
    if range == anyStatus { return "any" }
    if range.count == 1 { return String(range.lowerBound) }
    let isHundred = range.lowerBound % 100 == 0 && range.count == 100
    return isHundred ? "\(range.lowerBound / 100)xx" : "\(range.lowerBound)-\(range.upperBound)"
  }
}
