internal import CredentialCore
internal import Linux

/// `push`: hands over what a provider pushed to an endpoint of the service.
package enum PushCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "push", operands: [VerbOperand(.provider)],
    options: [
      VerbOption(
        "content-type", letter: "t", value: .text("TYPE"), "the request's Content-Type"),
      VerbOption(
        "authorization-file", value: .path,
        "a file with the request's Authorization, where the provider proves itself by it"),
      VerbOption(
        "header", value: .pair, isRepeatable: true,
        "another header of the request that the provider's proof needs"),
      VerbOption(
        "received", value: .text("TIME"),
        "the instant when the request came, where that is not now"),
    ],
    summary: "hand over what a provider pushed to the service",
    details: "The request's body is read from standard input, byte by byte, at most "
      + "\(PushSubmission.longestBody) bytes. The answer is what the endpoint is to reply: an HTTP "
      + "status and, for a refusal, a body. The exit status is 0 when the push was taken and 1 when "
      + "it is refused for good; with any other the provider is to send it again (503).",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    var push = PushHandover(provider: invocation.operand(0), body: [])
    push.contentType = invocation.text("content-type")
    push.headers = try headers(invocation.values["header"] ?? [])
    push.received = try invocation.text("received").map(instant)
    push.authorization = try invocation.text("authorization-file").map(secret)
    push.body = try await session.context.input.readBody(limit: PushSubmission.longestBody)
    let row = try await session.monitor().submitPush(push)
    try await session.output.answer("push", .fields(row)) { palette in
      Details.lines(pairs(of: row), palette: palette)
    }
    return try status(of: row).rawValue
  }

  /// The members for people: one line each, of what was said and of sessions one line for each.
  private static func pairs(of row: Fields) -> [(String, String)] {
    row.members.flatMap { member -> [(String, String)] in
      guard case .list(let values) = member.value else {
        guard member.value != .text("") else { return [] }
        return [(member.name, CellText.of(member.value))]
      }
      return values.map { value in
        let words = value.fields?.members.map { CellText.of($0.value) } ?? [CellText.of(value)]
        return (member.name, words.joined(separator: ": "))
      }
    }
  }

  private static func status(of row: Fields) throws(CommandFailure) -> ExitStatus {
    guard case .text(let word)? = row["outcome"], let outcome = PushAnswer.Outcome(rawValue: word)
    else { throw CommandFailure(.incompatible, "the daemon's answer has no outcome") }
    switch outcome {
    case .accepted: return .done
    case .refused: return .failed
    case .tryLater: return .unreachable
    }
  }

  private static func headers(
    _ texts: [String]
  ) throws(UsageError) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for case let (key, value)? in texts.map(ValueKind.split) {
      let name = key.lowercased()
      guard PushSubmission.headers.contains(name) else {
        let known = PushSubmission.headers.joined(separator: ", ")
        throw UsageError(
          "header \(TerminalText.quoted(key)) is none of \(known)", verb: verb.name)
      }
      headers.append((name, value))
    }
    return headers
  }

  private static func instant(_ text: String) throws(UsageError) -> Moment {
    if let moment = Moment(rfc3339: text) { return moment }
    throw UsageError(
      "\(TerminalText.quoted(text)) is no instant such as 2026-11-30T04:05:06Z", verb: verb.name)
  }

  private static func secret(_ path: String) throws(CommandFailure) -> Secret {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile(path: path, limit: PushSubmission.longestHeader).bytes
    } catch {
      throw CommandFailure(.usage, "the authorization cannot be read: \(error)")
    }
    return try TokenText.token(in: bytes, limit: PushSubmission.longestHeader)
  }
}
