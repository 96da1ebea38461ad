internal import CredentialCore
internal import Linux
internal import Support

@testable internal import CredentialProviders

/// A provider of kind `exec` with a program of the test's own.
final class ExecStage: Sendable {
  static let client = "intranet"
  static let now = Moment(milliseconds: 1_790_000_000_000)

  let folder = TemporaryFolder()
  let looker: ExecLooker
  let told = Lock<[Notice]>([])
  let terms: ExecTerms

  /// Runs `script` under sh(1); `$0.log` is beside it.
  init(_ script: String, change: (inout ExecTerms) -> Void = { _ in }) throws {
    folder.write("program", "#!/bin/sh\n" + script, mode: 0o755)
    var terms = ExecTerms(
      provider: "test", command: [folder.file("program")], clients: [try ClientID(Self.client)])
    // However busy the machine is.
    (terms.startLimit, terms.answerLimit) = (250_000_000_000, 250_000_000_000)
    terms.endLimit = 200_000_000
    change(&terms)
    self.terms = terms
    let told = told
    let context = ProviderContext(
      name: try ProviderName("test"), mode: .enforce, credentialsDirectory: nil,
      userAgent: "test", now: { Self.now }, tell: { notice in told.withLock { $0.append(notice) } })
    looker = ExecLooker(terms: terms, context: context)
  }

  /// Makes looks at users and waits until each was reported.
  func results(_ subjects: [String]) async throws -> [LookResult] {
    let looks = try subjects.map { try KindServer.look($0, client: Self.client) }
    let (stream, feed) = AsyncStream.makeStream(of: [LookResult].self)
    looker.start(looks, now: Self.now) { feed.yield($0) }
    var all: [LookResult] = []
    for await results in stream {
      all += results
      if all.count >= looks.count { break }
    }
    return all
  }

  func stop() async {
    looker.close()
    await looker.ended()
  }

  /// What was told of failures.
  var failures: [String] {
    told.withLock { $0 }.filter { $0.kind == .programFailed }
      .map { if case .text(let text)? = $0.fields["detail"] { text } else { "" } }
  }

  static let hello = #"echo '{"type":"hello","version":1}'"#
  /// Reads the daemon's hello and says its own.
  static let greeting = "IFS= read -r line; \(hello); "
  /// Answers every look of a line of one look with `answer`.
  static func answering(_ answer: String) -> String {
    greeting
      + #"while IFS= read -r line; do id=${line#*\"id\":}; id=${id%%,*}; "#
      + #"echo "{\"type\":\"result\",\"id\":$id,\"answer\":\"\#(answer)\"}"; done"#
  }
}
