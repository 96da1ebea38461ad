/// Names and values, one pair a line, the values aligned.
enum Details {
  /// The lines; names come from the bus and are made safe, values must be safe already.
  static func lines(_ pairs: [(name: String, value: String)], palette: Palette) -> String {
    let names = pairs.map { TerminalText.escaped($0.name) }
    let width = names.map(DisplayWidth.columns).max() ?? 0
    return zip(names, pairs).map { name, pair in
      let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name) + 2)
      return "\(name)\(padding)\(palette.paint(pair.value))\n"
    }.joined()
  }
}
