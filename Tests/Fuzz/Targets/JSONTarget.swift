internal import CredentialCore
internal import JSON

extension FuzzTarget {
  /// JSON text: what is read is written and read again to the same value.
  static let json = FuzzTarget(name: "json") { bytes in
    do throws(JSONError) {
      let value = try JSONValue.parse(bytes, maximumBytes: 65_536)
      let text = value.encoded()
      requireSame(value, text)
      if let core = Value(value) { requireSame(value, core.json) }
    } catch {
      requirePrintable(error.description, limit: 200)
      require((0...65_536).contains(error.offset), "a fault at byte \(error.offset)")
    }
  }

  private static func requireSame(_ value: JSONValue, _ text: String) {
    do throws(JSONError) {
      let again = try JSONValue.parse(Array(text.utf8), maximumBytes: .max)
      require(again == value, "the value changed: \(text)")
    } catch { require(false, "\(error) in what was written: \(text)") }
  }
}

extension Value {
  /// The same value for the printer of bus rows and `--json`; nil where that has no such kind.
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .null, .real: return nil
    case .bool(let truth): self = .boolean(truth)
    case .integer(let number): self = .integer(number)
    case .string(let text): self = .text(text)
    case .array(let values):
      let all = values.compactMap { Value($0) }
      guard all.count == values.count else { return nil }
      self = .list(all)
    case .object(let object):
      var fields: Fields = [:]
      for member in object.members {
        guard let value = Value(member.value) else { return nil }
        fields.add(member.key, value)
      }
      guard fields.members.count == object.members.count else { return nil }
      self = .fields(fields)
    }
  }
}
