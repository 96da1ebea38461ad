extension HTTPResponse {
  /// For how many seconds more the answer may be kept (RFC 9111 §5.2.2): its `max-age` less its
  /// `Age`; 0 for `no-store` and `no-cache`; nil when it says nothing. At most ten years.
  package var maximumAge: Int64? {
    let directives = fields.filter { $0.isNamed("Cache-Control") }
      .flatMap { $0.value.split(separator: ",") }
      .map { $0.trimmingBlanks.lowercased() }
    if directives.contains("no-store") || directives.contains("no-cache") { return 0 }
    guard let text = directives.first(where: { $0.hasPrefix("max-age=") }),
      let age = Self.seconds(text.dropFirst("max-age=".count))
    else { return nil }
    return max(0, age - (self["Age"].flatMap { Self.seconds($0.trimmingBlanks[...]) } ?? 0))
  }

  /// Whole seconds in digits, which may stand in quotes.
  private static func seconds(_ text: Substring) -> Int64? {
    let digits =
      text.utf8.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      ? text.dropFirst().dropLast() : text
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return min(Int64(digits) ?? .max, 10 * 365 * 86_400)
  }
}
