internal import HTTP
internal import HTTPServer
internal import Testing

/// The beginning of a gzip stream (RFC 1952) that unpacks to 258 zeros for each match.
private func zeros(matches count: Int) -> [UInt8] {
  var bytes: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
  var buffer = 0
  var bits = 0
  func put(_ value: Int, _ width: Int) {
    buffer |= value << bits
    bits += width
    while bits >= 8 {
      bytes.append(UInt8(buffer & 0xff))
      buffer >>= 8
      bits -= 8
    }
  }
  put(0b011, 3)  // The last block, fixed codes (RFC 1951 §3.2.3).
  put(0b0000_1100, 8)  // The literal 0, code 00110000, its first bit lowest.
  for _ in 0..<count {
    put(0b1010_0011, 8)  // Length 258, code 11000101.
    put(0, 5)  // Distance 1.
  }
  put(0, 14)
  return bytes
}

@Suite("HTTP client, bounds of an answer", .timeLimit(.minutes(5)))
struct HTTPBoundsTests {
  @Test("a body is counted after unpacking")
  func unpacked() async throws {
    let packed = zeros(matches: 4_000)
    #expect(packed.count < 10_000)
    let server = try LoopbackServer { _, _ in
      ServerResponse(status: 200, headers: [HeaderField("Content-Encoding", "gzip")], body: packed)
    }
    let client = try HTTPClient(.loopback { $0.maximumBody = 65_536 })
    let failure = await client.failure(of: post(server.url()))
    #expect(failure?.kind == .tooLarge && failure?.mayHaveBeenSent == true)
    await server.stop()
  }

  @Test("a body of exactly the bound fits, one byte more does not", arguments: [0, 1])
  func exactly(extra: Int) async throws {
    let server = try LoopbackServer { _, _ in
      ServerResponse(status: 200, body: [UInt8](repeating: 97, count: 1_000 + extra))
    }
    let client = try HTTPClient(.loopback { $0.maximumBody = 1_000 })
    let completion = try #require(await client.completions(of: [post(server.url())]).first)
    #expect(completion.failure?.kind == (extra == 1 ? .tooLarge : nil))
    await server.stop()
  }

  @Test("a header larger than the bound is refused")
  func header() async throws {
    let server = try LoopbackServer { _, _ in
      let fields = (0..<20).map { HeaderField("X-\($0)", String(repeating: "a", count: 500)) }
      return ServerResponse(status: 200, headers: fields)
    }
    let client = try HTTPClient(.loopback { $0.maximumHeaders = 8_000 })
    let failure = await client.failure(of: post(server.url()))
    #expect(failure?.kind == .tooLarge)
    #expect(failure?.text.contains("header is larger than 8000 bytes") == true)
    await server.stop()
  }
}
