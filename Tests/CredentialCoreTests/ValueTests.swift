internal import CredentialCore
internal import JSON
import Testing

@Suite("Value")
struct ValueTests {
  private func parsed(_ value: Value) throws -> JSONValue {
    let bytes = Array(value.json.utf8)
    return try JSONValue.parse(bytes, maximumBytes: bytes.count)
  }

  @Test("Any text is written on one line, without a raw control character, and reads back the same")
  func texts() throws {
    var text = "a\"b\\c/é\u{1F600}\u{2028}e\u{301}"
    for scalar in (1...0x9F).compactMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
    let value = Value.fields([text: .text(text)])
    let raw = value.json.unicodeScalars.first { $0.properties.generalCategory == .control }
    #expect(raw == nil)
    let object = try parsed(value).object
    #expect(object?.members.first?.value.string.map { Array($0.utf8) } == Array(text.utf8))
    #expect(object?.members.first.map { Array($0.key.utf8) } == Array(text.utf8))
  }

  @Test("Numbers, booleans, times, lists and fields keep their order and value")
  func shapes() throws {
    let value: Value = .fields([
      "z": .integer(.min), "a": .integer(.max), "t": .boolean(true), "f": .boolean(false),
      "at": .time(Moment(milliseconds: 0)), "l": .list([.integer(1), .text(""), .list([])]),
      "e": .fields([:]),
    ])
    #expect(
      value.json == #"{"z":-9223372036854775808,"a":9223372036854775807,"t":true,"f":false,"#
        + #""at":"1970-01-01T00:00:00.000Z","l":[1,"",[]],"e":{}}"#)
    #expect(try parsed(value).object?.keys == ["z", "a", "t", "f", "at", "l", "e"])
    #expect(try parsed(value)["z"]?.integer == .min)
  }

  @Test("A name is there once: a second value replaces the first in its place")
  func unique() throws {
    var fields: Fields = ["a": .integer(1), "b": .integer(2)]
    fields.add("a", .integer(3))
    fields.add("b", .integer(4))
    fields.add("b", nil)
    #expect(Value.fields(fields).json == #"{"a":3,"b":4}"#)
    let labels = [Label(key: "k", value: "1"), Label(key: "k", value: "2")].fields
    #expect(try parsed(.fields(labels))["k"]?.string == "2")
  }

  @Test("A credential shows its state and grants, and no token")
  func credential() throws {
    var credential = Sample.credential(grants: [Sample.grant(3)])
    credential.labels = [Label(key: "tenant", value: "t1")]
    credential.grants[0].suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: Sample.start, confirmableFrom: Sample.start,
      evidence: Evidence("400 invalid_grant"))
    let json = try parsed(.fields(credential.fields))
    #expect(json["state"]?.string == "authorized" && json["reason"]?.string == "confirmed")
    #expect(json["labels"]?["tenant"]?.string == "t1")
    #expect(
      json["grants"]?.array?.first?.object?.keys == [
        "client", "status", "epoch", "confirmed", "suspected_since", "confirmable_from",
        "proofs", "awaits_control",
      ])
    #expect(json["last_look"] == nil)
  }
}
