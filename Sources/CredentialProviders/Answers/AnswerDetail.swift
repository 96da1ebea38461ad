internal import JSON

/// What an error answer says beside its code: the words by which servers tell apart what one code
/// means, and the text for people.
///
/// The words are `error_subtype` (Google), `suberror` and the numbers of `error_codes` (Microsoft
/// Entra), and `error_code` (Kakao).
struct AnswerDetail: Sendable, Equatable {
  /// No word and no text.
  static let empty = AnswerDetail(words: [], description: nil)
  /// In a row: any word at all.
  static let anyWord = "*"
  /// More numbers of one answer are not read.
  private static let mostNumbers = 16

  let words: [String]
  let description: String?

  /// Whether it says `subtype`, byte by byte, as a word or as the whole text for people.
  func says(_ subtype: String) -> Bool {
    if subtype == Self.anyWord { return !words.isEmpty }
    return words.contains { $0.utf8.elementsEqual(subtype.utf8) }
      || (description?.utf8.elementsEqual(subtype.utf8) ?? false)
  }
}

extension AnswerDetail {
  /// What the body of an error answer says.
  init(_ json: JSONValue) {
    let texts = ["error_subtype", "suberror", "error_code"].compactMap { name in
      json[name]?.string ?? json[name]?.integer.map { String($0) }
    }
    var numbers: [String] = []
    if case .array(let codes)? = json["error_codes"] {
      numbers = codes.prefix(Self.mostNumbers).compactMap { code in
        code.integer.map { String($0) } ?? code.string
      }
    }
    words = texts.filter { !$0.isEmpty } + numbers
    description = json["error_description"]?.string
  }
}
