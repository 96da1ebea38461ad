internal import JOSE
internal import JSON
internal import Testing

@Suite("The compact form of a token")
struct CompactFormTests {
  private let bench: TokenBench
  private let good: String
  private let parts: [String]

  init() throws {
    bench = try TokenBench()
    good = try bench.token()
    parts = good.split(separator: ".").map(String.init)
  }

  @Test("what is not three parts with two dots is refused")
  func shape() {
    let texts: [String] = [
      "", "foo", "\(parts[0]).\(parts[1])", good + ".", good + "." + parts[2], "Bearer \(good) x.y",
    ]
    for text in texts { #expect(bench.refusal(text) == .notCompact) }
    #expect(bench.refusal("a.b.c.d.e") == .encrypted)
    #expect(bench.refusal(#"{"payload":"a","signatures":[]}"#) == .notCompact)
    #expect(bench.refusal("..") == .badHeader)
    #expect(bench.refusal("\(parts[0])..") == .signatureLength)
  }

  @Test("padding, blanks, other alphabets and unused bits that are set are refused in every part")
  func encoding() {
    for index in 0..<3 {
      let changes: [(String) -> String] = [
        { $0 + "=" }, { $0 + "==" }, { $0 + "\n" }, { " " + $0 }, { $0 + "+" }, { $0 + "/" },
        { $0 + "\u{0}" }, { $0 + "é" }, { String($0.prefix(4)) + "*" + $0.dropFirst(4) },
      ]
      for change in changes {
        var changed = parts
        changed[index] = change(changed[index])
        #expect(bench.refusal(changed.joined(separator: ".")) == .notBase64URL)
      }
    }
    // 64 bytes end in a character with four unused bits.
    let last = String(parts[2].dropLast()) + "B"
    #expect(bench.refusal("\(parts[0]).\(parts[1]).\(last)") == .notBase64URL)
  }

  @Test("a token longer than allowed is refused unread, one of just that length is read")
  func size() {
    do throws(TokenFault) {
      _ = try CompactJWS(good, maximumBytes: good.utf8.count)
      _ = try CompactJWS(good, maximumBytes: good.utf8.count - 1)
      Issue.record("read")
    } catch {
      #expect(error.code == .tooLarge)
    }
    #expect(bench.refusal(String(repeating: "a", count: 16_385)) == .tooLarge)
    #expect(bench.refusal(String(repeating: ".", count: 16_384)) == .notCompact)
  }

  @Test("a header nested beyond all measure, with a NUL or not in UTF-8 is refused")
  func hostileHeader() throws {
    let deep = #"{"alg":"# + String(repeating: "[", count: 5_000)
    #expect(bench.refusal(try bench.token(header: deep, payload: "{}")) == .badHeader)
    let nul = #"{"alg":"ES256","kid":"ec-1\u0000"}"#
    #expect(bench.refusal(try bench.token(header: nul, payload: "{}")) == .badHeader)
    #expect(bench.refusal("_w.e30.AA") == .badHeader)
  }

  @Test("no sentence shows the token, and strange names are not shown as they are")
  func sentences() throws {
    let header = #"{"alg":"ES256","kid":"line\nbreak \u202e"}"#
    let token = try bench.token(header: header, payload: "{}")
    do throws(TokenFault) {
      _ = try bench.keys.verify(CompactJWS(token), TokenBench.rules)
      Issue.record("verified")
    } catch {
      #expect(error.description == "the issuer's key set has no key called a text of 14 bytes")
    }
  }
}
