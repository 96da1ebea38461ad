internal import CredentialCore

/// Reads `[[provider.NAME.answer]]`: what an administrator makes of single answers.
///
/// An entry may move an answer towards safety and never beyond what the kind itself sees in it.
enum AnswerEntries {
  /// So many entries are enough for the oddities of one server.
  static let most = 64

  static let status = Key<[Int]>.required(
    "status", range: "1 to 16 different statuses from 200 to 599", "The HTTP statuses it is about.",
    check: { statuses in
      guard (1...16).contains(statuses.count) else {
        return "names \(statuses.count) statuses; allowed are 1 to 16"
      }
      if let odd = statuses.first(where: { !(200...599).contains($0) }) {
        return "names \(odd); a status is 200 to 599"
      }
      let twice = statuses.indices.first { statuses[..<$0].contains(statuses[$0]) }
      return twice.map { "names \(statuses[$0]) twice; once is enough" }
    })
  static let code = Key<String>.optional(
    "error", range: "1 to 64 printable characters",
    "The error code in the body; absent: any, or none.",
    check: printable(64))
  static let subtype = Key<String>.optional(
    "subtype", range: "1 to 100 printable characters",
    """
    What the body says beside the code: error_subtype, suberror, error_code, a number of error_codes, \
    or the whole error_description; "*": any but the last; absent: anything.
    """,
    check: printable(100))
  static let body = Key<String>.optional(
    "body", range: AnswerBody.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
    "The shape of the body; absent: any.",
    check: Bounds.words(AnswerBody.allCases.map(\.rawValue)))
  static let answerClass = Key<String>.required(
    "class",
    range: AnswerClass.configurable.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
    "What such an answer is taken for.",
    check: { word in
      guard let known = AnswerClass(rawValue: word) else {
        return Bounds.words(AnswerClass.configurable.map(\.rawValue))(word)
      }
      return AnswerClass.configurable.contains(known) ? nil : refusal(of: known)
    })
  static let why = Key<String>(
    "why", default: "Configured.", range: "1 to 200 bytes",
    "Why, for whoever reads the profile.",
    check: { text in
      (1...200).contains(text.utf8.count) && text.firstControlCharacter == nil
        ? nil : "must be 1 to 200 bytes without control characters"
    })

  static let documentation = [
    status.documentation, code.documentation, subtype.documentation, body.documentation,
    answerClass.documentation, why.documentation,
  ]

  /// Reads the entries of a provider's section over the kind's own profile; faults go to the section.
  static func read(_ section: inout Section, over builtIn: AnswerProfile) -> AnswerProfile {
    var rows: [AnswerRow] = []
    let entries = section.list("answer")
    if entries.count > most {
      section.fault(
        "answer", "has \(entries.count) entries; allowed are 0 to \(most)",
        at: section.position(of: "answer"))
    }
    for var entry in entries.prefix(most) {
      if let row = row(&entry, builtIn) {
        if let earlier = rows.first(where: { $0.covers(row) }) {
          entry.fault(
            status.name,
            "is never reached: \(earlier.place?.description ?? "") is about it already",
            at: entry.position(of: status.name))
        }
        rows.append(row)
      }
      entry.finish()
    }
    return builtIn.extended(by: rows)
  }

  private static func row(_ entry: inout Section, _ builtIn: AnswerProfile) -> AnswerRow? {
    let statuses = entry.read(status, placeholder: [])
    let error = entry.readIfPresent(code)
    let detail = entry.readIfPresent(subtype)
    let shape = entry.readIfPresent(body).flatMap(AnswerBody.init(rawValue:))
    let word = entry.read(answerClass, placeholder: "")
    let sentence = entry.read(why)
    guard let answerClass = AnswerClass(rawValue: word), !statuses.isEmpty else { return nil }
    if error != nil, let shape, shape != .error {
      entry.fault(
        body.name, "must be \"error\", or be left out, beside an error code",
        at: entry.position(of: body.name))
      return nil
    }
    if error == nil, detail != nil {
      entry.fault(
        subtype.name, "needs an error code beside it", at: entry.position(of: subtype.name))
      return nil
    }
    let row = AnswerRow(
      statuses.map { $0...$0 }, body: shape, code: error, subtype: detail, is: answerClass,
      sentence,
      place: entry.position(of: status.name))
    if let problem = problem(with: row, over: builtIn) {
      entry.fault(Self.answerClass.name, problem, at: entry.position(of: Self.answerClass.name))
    }
    return row
  }

  private static func printable(_ most: Int) -> @Sendable (String) -> String? {
    { text in
      let isPrintable = text.utf8.allSatisfy {
        (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c
      }
      return isPrintable && (1...most).contains(text.utf8.count)
        ? nil : "must be 1 to \(most) printable ASCII characters, without quotes and backslashes"
    }
  }

  private static func refusal(of word: AnswerClass) -> String {
    let allowed = AnswerClass.configurable.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let reason =
      word == .dead
      ? "what speaks of a user's death is the kind's own to say"
      : "what confirms a user is the kind's own to say"
    return "must not be \"\(word.rawValue)\": \(reason); allowed are \(allowed)"
  }
}

extension AnswerEntries {
  /// The first answer of which the entry would make more than it is, as the end of a sentence. Without
  /// a subtype that is one without any: where a row of the kind's own sees less in a subtype, that row
  /// stands (`AnswerProfile.row`).
  static func problem(with row: AnswerRow, over builtIn: AnswerProfile) -> String? {
    for status in row.statuses.map(\.lowerBound) {
      for body in row.body.map({ [$0] }) ?? AnswerBody.allCases {
        for code in codes(row, body, builtIn) {
          let own = builtIn.row(status, body, code, detail(row))
          guard !own.answerClass.mayBecome.contains(row.answerClass) else { continue }
          return sentence(status, body, code, own, row.answerClass)
        }
      }
    }
    return nil
  }

  private static func detail(_ row: AnswerRow) -> AnswerDetail {
    row.subtype.map { AnswerDetail(words: [$0], description: $0) } ?? .empty
  }

  /// The codes with which such a body can come: those that anybody has declared, and another.
  private static func codes(
    _ row: AnswerRow, _ body: AnswerBody, _ builtIn: AnswerProfile
  ) -> [String?] {
    guard body == .error else { return [nil] }
    return row.code.map { [$0] } ?? builtIn.codes + [""]
  }

  private static func sentence(
    _ status: Int, _ body: AnswerBody, _ code: String?, _ own: AnswerRow, _ wanted: AnswerClass
  ) -> String {
    let what =
      code.map { $0.isEmpty ? "with an undeclared error" : $0 } ?? "with body \(body.rawValue)"
    let allowed = own.answerClass.mayBecome.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return """
      must not make "\(wanted.rawValue)" of \(status) \(what), which is \(own.answerClass.rawValue): \
      \(own.why) Allowed for it: \(allowed.isEmpty ? "nothing else" : allowed)
      """
  }
}
