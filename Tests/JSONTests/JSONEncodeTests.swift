internal import JSON
internal import Testing

@Suite("JSON text written")
struct JSONEncodeTests {
  @Test("a value is written compactly and stably")
  func compact() {
    let value: JSONValue = ["b": [.null, true, -7, .real(1.5)], "a": "q\"\\\n\u{1}é/"]
    #expect(value.encoded() == #"{"b":[null,true,-7,1.5],"a":"q\"\\\n\u0001é/"}"#)
  }

  @Test("what is written reads back as the same value")
  func roundTrip() throws {
    let texts = (1..<0x30).compactMap { Unicode.Scalar($0).map { "x\($0)y" } }
    let value = JSONValue.object(
      JSONObject([
        ("texts", .array(texts.map { .string($0) })), ("big", .integer(.min)),
        ("small", .real(2.5e-308)), ("large", .real(1.7976931348623157e308)), ("tenth", .real(0.1)),
        ("empty", [:]), ("none", []),
      ]))
    let bytes = Array(value.encoded().utf8)
    #expect(try JSONValue.parse(bytes, maximumBytes: bytes.count) == value)
  }

  @Test("a real that is no number becomes null")
  func notANumber() {
    #expect(JSONValue.array([.real(.nan), .real(.infinity)]).encoded() == "[null,null]")
  }

  @Test("members are replaced in place, removed, and added at the end")
  func members() {
    var object = JSONObject([("a", 1), ("b", 2)])
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    #expect(JSONValue.object(object).encoded() == #"{"a":3,"c":4}"#)
  }
}
