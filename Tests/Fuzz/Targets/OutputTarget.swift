internal import CredentialCore
internal import JSON
internal import Linux
internal import Systemd

@testable import CredentialHooks

extension FuzzTarget {
  /// What a hook prints: kept within bounds, carried to the daemon as it is, one line in the log.
  static let output = FuzzTarget(name: "output") { bytes in
    let captured = capture(bytes)
    requireKept(captured, bytes)
    let run = RunOutcome(
      ending: .exited(Int(bytes.first ?? 0)), killed: 0, runtime: .zero, output: captured,
      errors: captured)
    do {
      var reader = FrameReader()
      reader.append(Frame.encode(run.json) ?? [])
      let carried = try reader.next()
      require(try RunOutcome(json: carried) == run, "the outcome changed on its way")
    } catch { require(false, "\(error)") }
    requireTold(run)
  }

  private static func capture(_ bytes: [UInt8]) -> CapturedOutput {
    guard let pipe = try? Pipe() else { fatalError("no pipe") }
    let kept = OutputCapture(pipe.reader)
    let step = 64 + Int(bytes.first ?? 0) * 97
    for start in stride(from: 0, to: bytes.count, by: step) {
      let piece = bytes[start..<min(start + step, bytes.count)]
      require((try? pipe.writer.write(piece)) == piece.count, "the pipe is full")
      require(kept.read(upTo: .max), "the output ended early")
    }
    return kept.captured
  }

  private static func requireKept(_ captured: CapturedOutput, _ bytes: [UInt8]) {
    let room = CapturedOutput.headLimit + CapturedOutput.tailLimit
    require(captured.dropped == max(0, bytes.count - room), "\(captured.dropped) bytes dropped")
    require(captured.text.utf8.count <= 3 * room + 100, "\(captured.text.utf8.count) bytes kept")
    if bytes.count <= room, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains("\u{FFFD}")
    {
      require(captured.text.utf8.elementsEqual(text.utf8), "a text changed: \(captured.text)")
    }
  }

  private static func requireTold(_ run: RunOutcome) {
    let outcome = HookVerdict.outcome(run)
    require(outcome.detail.utf8.count <= 4200, "a detail of \(outcome.detail.utf8.count) bytes")
    let doubtful = outcome.detail.unicodeScalars.count { $0 == "\u{FFFD}" || $0 == "\0" }
    require(doubtful <= outcome.detail.utf8.count / 4 + 8, "\(doubtful) marks for what is no text")
    let entry = JournalEntry(
      priority: 6, message: "a hook is done", messageID: nil,
      fields: [.init(name: "CREDSTATE_DETAIL", label: "detail", value: outcome.detail)])
    requirePrintable(entry.line, limit: 45_000)
  }
}
