internal import JSON
internal import Testing

@Suite("JSON text read strictly")
struct JSONParseTests {
  private func parse(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue.parse(Array(text.utf8), maximumBytes: 10_000)
  }

  private func code(_ bytes: [UInt8]) -> JSONError.Code? {
    do {
      _ = try JSONValue.parse(bytes, maximumBytes: 10_000)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("every kind of value is read, members keep their order")
  func everyKind() throws {
    let value = try parse(#" {"b":[null,true,-7,1.5],"a":"x\u00e9\ud83d\ude00\n"} "#)
    #expect(value == ["b": [.null, true, -7, .real(1.5)], "a": "xé😀\n"])
    #expect(value.object?.keys == ["b", "a"])
    #expect(value["a"]?.string == "xé😀\n")
    #expect(value["none"] == nil)
    #expect(value["b"]?.array?.count == 4)
  }

  @Test("64-bit integers are exact at both ends")
  func exactIntegers() throws {
    #expect(try parse("9223372036854775807").integer == .max)
    #expect(try parse("-9223372036854775808").integer == .min)
    #expect(try parse("9007199254740993").integer == 9_007_199_254_740_993)
    #expect(try parse("1.0").integer == nil)
  }

  @Test(
    "what is not strictly JSON is refused for the right reason",
    arguments: [
      (#"{"a":1,"a":2}"#, JSONError.Code.duplicateKey), (#"{"a":1}x"#, .trailing),
      (#"{"a":"#, .truncated), ("", .truncated), ("{'a':1}", .syntax), ("[1,]", .syntax),
      ("9223372036854775808", .numberRange), ("1e999", .numberRange), (#""\u0000""#, .nul),
      (#"{"\u0000":1}"#, .nul), ("\"a\0b\"", .nul), (#""\ud800""#, .syntax), ("NaN", .syntax),
      ("01", .syntax),
    ])
  func refused(text: String, expected: JSONError.Code) {
    #expect(code(Array(text.utf8)) == expected)
  }

  @Test("bytes that are not UTF-8 are refused")
  func invalidUTF8() {
    #expect(code([0x22, 0xff, 0x22]) == .invalidUTF8)
    #expect(code([0x22, 0xc0, 0xaf, 0x22]) == .invalidUTF8)
  }

  @Test("nesting is bounded, also when the document is not finished")
  func depth() {
    let limit = JSONValue.maximumDepth
    let fits = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(code(Array(fits.utf8)) == nil)
    #expect(code(Array(("[" + fits + "]").utf8)) == .tooDeep)
    #expect(code(Array(repeating: UInt8(ascii: "["), count: 9_000)) == .tooDeep)
  }

  @Test("a document over the caller's limit is not read")
  func size() {
    let bytes = Array("[1,2,3]".utf8)
    #expect(throws: JSONError.self) { try JSONValue.parse(bytes, maximumBytes: 6) }
    #expect((try? JSONValue.parse(bytes, maximumBytes: 7)) == [1, 2, 3])
  }

  @Test("an error names the place and never the content")
  func errorText() {
    do {
      _ = try parse("{\n\"token\": CANARY}")
      Issue.record("accepted")
    } catch {
      #expect(error.line == 2)
      #expect(!error.description.contains("CANARY"))
      #expect(error.description.hasPrefix("not acceptable JSON: the syntax is wrong (line 2, byte"))
    }
  }

  @Test("names that only look alike are two members")
  func canonicalEquivalents() throws {
    let value = try parse("{\"caf\u{e9}\":1,\"cafe\u{301}\":2}")
    #expect(value["caf\u{e9}"]?.integer == 1)
    #expect(value["cafe\u{301}"]?.integer == 2)
    #expect(JSONValue.string("\u{e9}") != .string("e\u{301}"))
  }
}
