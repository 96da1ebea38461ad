import Support
import Systemd
import Testing

/// The methods of systemd/org.credstate.Monitor1.xml, so that the stand-in has no signatures of its
/// own.
enum BusContract {
  static func methods() throws -> [BusInterface.Method] {
    var methods: [BusInterface.Method] = []
    var current: (name: String, input: [BusInterface.Argument], output: [BusInterface.Argument])?
    for tag in try tags() {
      if tag.hasPrefix("method ") { current = (try #require(attribute("name", tag)), [], []) }
      if tag.hasPrefix("arg "), current != nil {
        let argument = BusInterface.Argument(
          try #require(attribute("name", tag)), try #require(attribute("type", tag)))
        if attribute("direction", tag) == "out" {
          current?.output.append(argument)
        } else {
          current?.input.append(argument)
        }
      }
      if tag == "/method", let method = current {
        methods.append(
          BusInterface.Method(method.name, input: method.input, output: method.output))
        current = nil
      }
    }
    return methods
  }

  /// What stands between `<` and `>`, comments left out.
  private static func tags() throws -> [String] {
    let text = try ProjectText.read("systemd/org.credstate.Monitor1.xml")
    var tags: [String] = []
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      let ending = rest.hasPrefix("!--") ? "-->" : ">"
      let end = try #require(rest.firstRange(of: ending))
      if ending == ">" {
        let tag = rest[..<end.lowerBound]
        tags.append(String(tag.hasSuffix("/") ? tag.dropLast() : tag))
      }
      rest = rest[end.upperBound...]
    }
    return tags
  }

  private static func attribute(_ name: String, _ tag: String) -> String? {
    guard let start = tag.firstRange(of: "\(name)=\"") else { return nil }
    return String(tag[start.upperBound...].prefix { $0 != "\"" })
  }
}
