internal import CredentialCore
import Testing

@Suite("Texts from outside")
struct TextTests {
  @Test("Canonically equivalent user IDs are two users")
  func canonical() throws {
    let (composed, decomposed) = (try Subject("\u{E9}"), try Subject("e\u{301}"))
    #expect(composed.text == decomposed.text, "as Swift compares strings")
    #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
    #expect((composed < decomposed) != (decomposed < composed))
  }

  @Test("One of a thing is told in the singular")
  func amounts() {
    #expect("\(Amount(1, "user")), \(Amount(0, "user"))" == "1 user, 0 users")
    #expect("\(Amount(1_000, "delivery", plural: "deliveries"))" == "1000 deliveries")
    #expect("\(Amount(Value.integer(1), "user"))" == "1 user" && Amount(1, "user").isOne)
  }

  @Test("Nothing is trimmed or folded, and 255 bytes are kept")
  func opaque() throws {
    #expect(try Subject(" A0\u{202E} ").text == " A0\u{202E} ")
    #expect(try Subject(bytes: [UInt8](repeating: 65, count: 255)).bytes.count == 255)
  }

  @Test(
    "Empty, too long, control characters and bytes that are no UTF-8 are refused",
    arguments: [
      [], [UInt8](repeating: 65, count: 256), [0], [65, 10], [0x7F], [0xC2, 0x85], [0xFF],
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80],
    ])
  func refuses(bytes: [UInt8]) {
    #expect(throws: InvalidText.self) { try Subject(bytes: bytes) }
    #expect(throws: InvalidText.self) { try ClientID(bytes: bytes) }
  }

  @Test("An error names the noun and the limit, never the text")
  func errors() {
    do {
      _ = try Subject(String(repeating: "secret", count: 50))
      Issue.record("300 bytes were accepted")
    } catch { #expect(error.description == "the subject has 300 bytes; the limit is 255") }
  }

  @Test(
    "A control character is named as Unicode does", arguments: [("a\n", "A"), ("\u{85}", "85")])
  func control(_ text: String, _ digits: String) {
    do {
      _ = try Subject(text)
      Issue.record("\(digits) was accepted")
    } catch {
      #expect(
        error.problem.hasSuffix(" U+" + String(repeating: "0", count: 4 - digits.count) + digits))
    }
  }

  @Test("Provider names are short lower-case words")
  func names() {
    for good in ["apple", "a", "0-x_y", String(repeating: "a", count: 32)] {
      #expect((try? ProviderName(good))?.text == good)
    }
    for bad in [
      "", "-a", "_a", "Apple", "a b", "é", "a.b", "a\n", String(repeating: "a", count: 33),
    ] {
      #expect(throws: InvalidText.self) { try ProviderName(bad) }
    }
  }

  @Test("A secret is never printed, by itself or inside others")
  func secret() {
    struct Holder { let secret: Secret }
    let word = "hunter2-hunter2"
    let secret = Secret(Array(word.utf8))
    let look = Look(
      credential: Sample.id, client: Sample.web, epoch: Epoch(1), token: secret, purpose: .manual,
      claimed: Sample.start)
    var dumped = ""
    dump(look, to: &dumped)
    dump([Holder(secret: secret)], to: &dumped)
    let printed = [
      "\(secret)", secret.debugDescription, String(reflecting: secret), "\(Holder(secret: secret))",
      "\(look)", String(describing: Optional(secret)), "\(["k": secret])", dumped,
    ]
    for text in printed {
      #expect(text.contains("<secret>"))
      #expect(!text.contains("hunter2") && !text.contains("104"), "104 is the first byte")
    }
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(secret.count == 15 && secret.withBytes { $0 } == Array(word.utf8))
  }

  @Test("Evidence is cut to 200 bytes at a character")
  func evidence() {
    let long = Evidence(String(repeating: "é", count: 150))
    #expect(long.summary.utf8.count == 200 && long.summary.allSatisfy { $0 == "é" })
    #expect(Evidence(String(repeating: "a", count: 199) + "é").summary.utf8.count == 199)
  }
}
