import TOML
import Testing

@Suite("A TOML document")
struct TOMLDocumentTests {
  private func members(_ text: String) throws -> [TOMLNode.Member] {
    guard case .table(let members) = try TOMLDocument.parse(Array(text.utf8)).content else {
      return []
    }
    return members
  }

  @Test("every type is read, in the order of the text, with its place")
  func types() throws {
    let members = try members("b = 1\na = \"x\"\nc = [true, 1.5]\nd = 1979-05-27\n[t]\nk = -7\n")
    #expect(members.map(\.key) == ["b", "a", "c", "d", "t"])
    #expect(members[0].node.content == .integer(1))
    #expect(members[1].node.content == .string("x"))
    #expect(members[1].place == TOMLPlace(line: 2, column: 1))
    #expect(members[1].node.place == TOMLPlace(line: 2, column: 5))
    #expect(members[3].node.content == .date)
    guard case .array(let list) = members[2].node.content,
      case .table(let inner) = members[4].node.content
    else {
      Issue.record("no list and table")
      return
    }
    #expect(list.map(\.content) == [.boolean(true), .real(1.5)])
    #expect(inner.map(\.node.content) == [.integer(-7)])
  }

  @Test("a syntax error names line and column")
  func syntax() {
    #expect(throws: TOMLError.self) { try members("a = 1\nb = = 2\n") }
    do { _ = try members("a = 1\nb = = 2\n") } catch let error as TOMLError {
      #expect(error.place.line == 2)
      #expect(!error.message.isEmpty)
    } catch { Issue.record(error) }
  }

  @Test(
    "what is set twice is an error where it is set again",
    arguments: ["a = 1\na = 2\n", "[t]\nx = 1\n[t]\ny = 2\n"])
  func duplicates(_ text: String) {
    do {
      _ = try members(text)
      Issue.record("accepted")
    } catch let error as TOMLError {
      #expect(error.place.line > 1)
    } catch { Issue.record(error) }
  }

  @Test("a byte-order mark, CRLF and tabs do not matter")
  func marks() throws {
    let members = try members("\u{FEFF}interval =\t\"1h\"\r\nx = 1\r\n")
    #expect(members.map(\.key) == ["interval", "x"])
    #expect(members[0].node.content == .string("1h"))
  }

  @Test("text of another encoding is refused by name")
  func encodings() {
    let utf16: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x3D, 0, 0x31, 0]
    for bytes in [utf16, Array("a = \"".utf8) + [0xC3, 0x28] + Array("\"".utf8)] {
      do {
        _ = try TOMLDocument.parse(bytes)
        Issue.record("accepted")
      } catch { #expect(error.message.contains("not UTF-8")) }
    }
  }

  @Test("a NUL byte, deep nesting and an oversized file are refused")
  func bounds() {
    let deep = "a = " + String(repeating: "[", count: 5000)
    let large = "a = \"" + String(repeating: "x", count: TOMLDocument.maximumBytes) + "\""
    for text in ["a = \"\u{0}\"", deep, large] {
      #expect(throws: TOMLError.self) { try members(text) }
    }
  }

  @Test("a dollar sign stays as it is")
  func literal() throws {
    #expect(try members("a = \"pa$$w0rd${X}\"")[0].node.content == .string("pa$$w0rd${X}"))
  }

  @Test(
    "a key of too many parts is refused before it can exhaust the stack",
    arguments: [
      ("", " = 1\n"), ("[", "]\n"), ("x = {", " = 1}\n"), ("[[", "]]\n"),
      ("x = [\"\"\"a\"\"\"\"\", {", " = 1}]\n"), ("x = '''a'''\n", " = 1\n"),
    ])
  func deepKeys(_ around: (before: String, after: String)) throws {
    let key = String(repeating: "a.", count: 200_000) + "a"
    #expect(throws: TOMLError.self) { try members(around.before + key + around.after) }
    let fair = String(repeating: "a . ", count: 31) + "\"a.b\""
    _ = try members(around.before + fair + around.after)
  }

  @Test("the fault about a long key points at it")
  func deepKeyPlace() {
    let text = "a = '.'\n  " + String(repeating: "b.", count: 40) + "b = 1\n"
    do {
      _ = try members(text)
      Issue.record("accepted")
    } catch let error as TOMLError {
      #expect(error.place == TOMLPlace(line: 2, column: 66))
      #expect(error.message == "a key has more than 32 parts")
    } catch { Issue.record(error) }
  }

  @Test("dots in texts, comments and lists are no parts of a key")
  func dotsElsewhere() throws {
    let dots = String(repeating: ".", count: 100)
    let list = String(repeating: "1.5, ", count: 100)
    let text = """
      # \(dots)
      a = "\\"\(dots)" # \(dots)
      b = '\(dots)'
      c = \"""
      \(dots)"\(dots)\\
      \"""
      d = '''
      \(dots)'\(dots)'''
      e = [\(list)]
      """
    #expect(try members(text).map(\.key) == ["a", "b", "c", "d", "e"])
  }

  @Test("nesting deeper than 64 is refused, of tables as of lists")
  func deepNesting() {
    let tables =
      String(repeating: "{b.c = ", count: 40) + "1" + String(repeating: "}", count: 40)
    #expect(throws: TOMLError.self) { try members("a = \(tables)\n") }
    let lists = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    #expect(throws: TOMLError.self) { try members("a = \(lists)\n") }
  }
}
