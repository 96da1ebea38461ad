internal import CredentialCore

/// An explanation as people read it: who, what happened, what comes next, what would change it.
struct ExplanationText {
  let explanation: ExplanationRows
  let palette: Palette
  let width: Int

  var text: String {
    let blocks = [
      heading, history, list("NEXT", "next"), list("WHAT WOULD CHANGE IT", "needed"), conditions,
    ]
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var facts: Fields { explanation.facts }

  private var heading: String {
    guard let row = facts["credential"]?.fields else { return "" }
    let account = row["account"].map { " (\(CellText.of($0)))" } ?? ""
    let state = palette.paint(CellText.of(row["state"]))
    var text =
      "\(CellText.of(row["provider"]))/\(CellText.of(row["subject"]))\(account): \(state) since "
      + "\(CellText.of(row["since"])), reason \(CellText.of(row["reason"]))\n"
    text += row["last_confirmed"].map { "last confirmed \(CellText.of($0))" } ?? "never confirmed"
    text += row["last_look"].map { ", last look \(CellText.of($0))" } ?? ", never looked at"
    if let answer = row["last_answer"] { text += " (\(CellText.of(answer)))" }
    return text + "\n"
  }

  private var history: String {
    var text = "WHAT HAPPENED\n"
    if let note = count("left_out", "older entry is", "older entries are") {
      text += "(\(note) not kept any more)\n"
    }
    if let note = count("unreadable", "row", "rows") { text += "(\(note) cannot be read)\n" }
    for row in explanation.rows {
      text += Paragraph.lines(
        head: CellText.of(row["at"]), indent: 22, text: CellText.of(row["words"]), width: width)
    }
    return text
  }

  private func count(_ name: String, _ one: String, _ many: String) -> String? {
    guard case .integer(let number)? = facts[name], number > 0 else { return nil }
    return "\(number) \(number == 1 ? one : many)"
  }

  private func list(_ title: String, _ name: String) -> String {
    guard case .list(let sentences)? = facts[name], !sentences.isEmpty else { return "" }
    return "\(title)\n"
      + sentences.map {
        Paragraph.lines(head: "-", indent: 2, text: CellText.of($0), width: width)
      }.joined()
  }

  private var conditions: String {
    guard case .list(let values)? = facts["conditions"], !values.isEmpty else { return "" }
    return "CONDITIONS THAT HOLD NOW\n"
      + values.compactMap(\.fields).map { row in
        let cell = { (name: String) in CellText.of(row[name]) }
        return Paragraph.lines(
          head: "-", indent: 2,
          text:
            "\(cell("condition")) since \(cell("since")): \(cell("title")) (\(cell("detail"))). "
            + cell("remedy"), width: width)
      }.joined()
  }
}
