internal import CredentialCore
internal import SQLite

extension Row {
  /// A text column that holds one word of a closed set.
  func word<Word: RawRepresentable<String>>(_ column: Int32, _ type: Word.Type) throws -> Word {
    guard let word = Word(rawValue: try text(column)) else {
      throw SQLiteError(
        code: .mismatch, message: "a word that is no \(type)", operation: "read column \(column)")
    }
    return word
  }

  /// The same, nil for NULL.
  func optionalWord<Word: RawRepresentable<String>>(_ column: Int32, _ type: Word.Type) throws
    -> Word?
  {
    isNull(column) ? nil : try word(column, type)
  }

  /// A time in milliseconds since 1970.
  func moment(_ column: Int32) throws -> Moment { Moment(milliseconds: try integer(column)) }

  /// A time, nil for NULL.
  func optionalMoment(_ column: Int32) throws -> Moment? {
    try optionalInteger(column).map { Moment(milliseconds: $0) }
  }

  /// A list of texts.
  func texts(_ column: Int32) throws -> [String] {
    guard let texts = Netstrings.decode(try blob(column)) else {
      throw SQLiteError(
        code: .mismatch, message: "a list of texts that cannot be read",
        operation: "read column \(column)")
    }
    return texts
  }

  /// Labels, stored as a list of key, value, key, value.
  func labels(_ column: Int32) throws -> [Label] {
    let texts = try texts(column)
    return stride(from: 0, to: texts.count - 1, by: 2).map {
      Label(key: texts[$0], value: texts[$0 + 1])
    }
  }
}

extension BoundValue {
  /// A time, or NULL for nil.
  init(_ moment: Moment?) { self.init(moment?.milliseconds) }

  /// A word of a closed set, or NULL for nil.
  init<Word: RawRepresentable<String>>(word: Word?) { self.init(word?.rawValue) }

  static func moment(_ moment: Moment) -> BoundValue { .integer(moment.milliseconds) }

  static func flag(_ flag: Bool) -> BoundValue { .integer(flag ? 1 : 0) }

  static func labels(_ labels: [Label]) -> BoundValue {
    .blob(Netstrings.encode(labels.flatMap { [$0.key, $0.value] }))
  }
}
