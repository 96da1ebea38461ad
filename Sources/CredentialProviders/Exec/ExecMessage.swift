internal import CredentialCore
internal import JSON

/// The lines that daemon and program exchange: one JSON object each (docs/exec-provider.md).
enum ExecMessage {
  /// The version of the protocol, which both sides name in their first line.
  static let version: Int64 = 1
  /// The longest line of a program, in bytes.
  static let longestLine = 65_536

  /// The daemon's first line.
  static func hello(_ terms: ExecTerms) -> [UInt8] {
    line([
      ("type", "hello"), ("version", .integer(version)), ("provider", .string(terms.provider)),
      ("clients", .array(terms.clients.map { .string($0.text) })),
      ("needs_token", .bool(terms.needsToken)), ("batch", .integer(Int64(terms.batch))),
    ])
  }

  /// Asks about many users; each has the number under which its answer is expected.
  static func looks(_ looks: [(id: Int64, look: Look)], _ terms: ExecTerms) -> [UInt8] {
    line([
      ("type", "look"), ("looks", .array(looks.map { look(id: $0.id, $0.look, terms) })),
    ])
  }

  /// Reads a line of the program.
  static func read(_ bytes: [UInt8]) throws(ExecFault) -> ExecReply {
    guard let json = try? JSONValue.parse(bytes, maximumBytes: longestLine), json.object != nil
    else { throw ExecFault("it printed a line that is no JSON object") }
    switch json["type"]?.string {
    case "hello":
      guard json["version"]?.integer == version else {
        throw ExecFault("it does not speak version \(version) of the protocol")
      }
      return .hello
    case "result": return .result(try result(json))
    default: throw ExecFault("it printed an object whose type is neither hello nor result")
    }
  }

  private static func look(id: Int64, _ look: Look, _ terms: ExecTerms) -> JSONValue {
    var object = JSONObject([
      ("id", .integer(id)), ("subject", .string(look.credential.subject.text)),
      ("client", .string(look.client.text)),
    ])
    if terms.needsToken {
      object["token"] = .string(look.token.withBytes { String(decoding: $0, as: UTF8.self) })
    }
    return .object(object)
  }

  private static func result(_ json: JSONValue) throws(ExecFault) -> ExecResult {
    guard let id = json["id"]?.integer else {
      throw ExecFault("it printed a result without the id of a look")
    }
    guard let text = json["answer"]?.string, let word = ExecWord(rawValue: text) else {
      throw ExecFault("it printed a result with an answer that is not declared")
    }
    let seconds = json["retry_after"]?.number
    guard seconds == nil || (0...86_400).contains(seconds ?? -1) else {
      throw ExecFault("it printed a retry_after that is no number of seconds up to a day")
    }
    return ExecResult(
      id: id, word: word, detail: json["detail"]?.string,
      retryAfter: seconds.map { .milliseconds(Int64($0 * 1000)) })
  }

  private static func line(_ members: [(String, JSONValue)]) -> [UInt8] {
    Array(JSONValue.object(JSONObject(members)).encoded().utf8) + [UInt8(ascii: "\n")]
  }
}

/// A line of a program.
enum ExecReply: Equatable {
  /// It speaks the protocol.
  case hello
  /// The answer to one look.
  case result(ExecResult)
}

/// A program's answer to one look.
struct ExecResult: Equatable {
  let id: Int64
  let word: ExecWord
  let detail: String?
  let retryAfter: Duration?

  /// What it says about `look`; a detail that holds the token is not kept.
  func finding(about look: Look) -> Finding {
    let answer = word.answer(
      retryAfter: retryAfter.map { min($0, Pace.longestWait) })
    guard let detail else { return Finding(answer, "the program: \(word.rawValue)") }
    let token = look.token.withBytes { String(decoding: $0, as: UTF8.self) }
    let isSafe = token.isEmpty || !detail.contains(token)
    let shown = isSafe ? PlainWord.printable(detail) : "(a detail with the token)"
    return Finding(answer, "the program: \(word.rawValue): \(shown)")
  }
}

/// What a program did that the protocol does not allow, as the end of a sentence; never its own text,
/// which may hold anything.
struct ExecFault: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
