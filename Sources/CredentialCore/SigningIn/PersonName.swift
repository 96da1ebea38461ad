/// The parts of a person's name, and the order in which its language puts them.
package struct PersonName: Sendable, Equatable {
  /// The name or names given.
  package var given: String?
  /// What stands between given and family name.
  package var middle: String?
  /// The name of the family.
  package var family: String?
  /// The whole name as the provider writes it.
  package var full: String?
  /// The language of the name (BCP 47), such as `ko-KR`.
  package var locale: String?

  /// Knows no part.
  package init() {}

  /// Whether no part is known; a language alone is none.
  package var isEmpty: Bool { given == nil && middle == nil && family == nil && full == nil }

  /// The same with the parts that `newer` has.
  package func updated(by newer: PersonName) -> PersonName {
    var whole = PersonName()
    whole.given = newer.given ?? given
    whole.middle = newer.middle ?? middle
    whole.family = newer.family ?? family
    whole.full = newer.full ?? full
    whole.locale = newer.locale ?? locale
    return whole
  }

  /// The name as a person of its language would write it; nil when no part is known.
  ///
  /// Family names come first in the languages that do so, and for names in Hangul, Han and kana
  /// whatever the language says; there nothing stands between, unless a part is in kana alone, as of a
  /// foreign name. What the provider writes as a whole stands when there are no parts.
  package var display: String? {
    let hasParts = given != nil || family != nil
    guard hasParts else { return full ?? middle }
    let isFamilyFirst = Self.familyFirst.contains(language) || isEastAsian
    let parts = isFamilyFirst ? [family, middle, given] : [given, middle, family]
    return parts.compactMap { $0 }.joined(separator: isEastAsian ? "" : " ")
  }

  /// Languages whose names begin with the family's: Korean, Japanese, Chinese and Cantonese,
  /// Hungarian, Vietnamese, Khmer, Mongolian.
  private static let familyFirst: Set<String> = ["ko", "ja", "zh", "yue", "hu", "vi", "km", "mn"]

  private var language: String {
    let head = (locale ?? "").unicodeScalars.prefix { $0 != "-" && $0 != "_" }
    return String(String.UnicodeScalarView(head)).lowercased()
  }

  /// Whether given and family name are both written so that no space parts them.
  private var isEastAsian: Bool {
    guard let given, let family else { return false }
    let text = (family + given).unicodeScalars
    guard text.allSatisfy({ Self.isIdeograph($0) || Self.isHangul($0) || Self.isKana($0) }) else {
      return false
    }
    // A foreign name in katakana keeps its order and its space.
    return text.contains { Self.isIdeograph($0) || Self.isHangul($0) }
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    (0x4e00...0x9fff).contains(scalar.value) || (0x3400...0x4dbf).contains(scalar.value)
      || (0x20000...0x323af).contains(scalar.value) || (0xf900...0xfaff).contains(scalar.value)
      || scalar == "々"
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    (0xac00...0xd7a3).contains(scalar.value) || (0x1100...0x11ff).contains(scalar.value)
  }

  private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040...0x30ff).contains(scalar.value)
  }
}

extension PersonName {
  /// Names and values of the parts that are known.
  package var members: [Label] {
    let parts = [
      ("given_name", given), ("middle_name", middle), ("family_name", family), ("name", full),
      ("locale", locale),
    ]
    return parts.compactMap { key, value in value.map { Label(key: key, value: $0) } }
  }

  /// Reads what `members` gave.
  package init(members: [Label]) {
    let value = { (key: String) in members.first { $0.key == key }?.value }
    given = value("given_name")
    middle = value("middle_name")
    family = value("family_name")
    full = value("name")
    locale = value("locale")
  }
}
