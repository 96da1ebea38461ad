internal import CredentialCore
internal import JSON

@testable import CredentialHooks

extension FuzzTarget {
  /// The runner's socket, both directions: a first byte below 0x20 says in which pieces the rest
  /// comes, and that it is framed already; else each line is one message.
  static let runner = FuzzTarget(name: "runner") { bytes in
    guard let first = bytes.first, first < 0x20 else {
      for line in bytes.split(separator: 10) {
        guard let message = try? JSONValue.parse(Array(line), maximumBytes: .max) else { continue }
        requireRoundTrip(message)
      }
      return
    }
    let stream = Array(bytes.dropFirst())
    let (whole, fault) = read(stream, by: max(stream.count, 1))
    let (pieces, faultInPieces) = read(stream, by: Int(first) + 1)
    require(whole == pieces && fault == faultInPieces, "the pieces of a stream matter")
    whole.forEach(requireRoundTrip)
  }

  private static func read(_ stream: [UInt8], by step: Int) -> ([JSONValue], MessageFault?) {
    var reader = FrameReader()
    var messages: [JSONValue] = []
    for start in stride(from: 0, to: stream.count, by: step) {
      reader.append(Array(stream[start..<min(start + step, stream.count)]))
      do throws(MessageFault) {
        while let message = try reader.next() { messages.append(message) }
      } catch {
        requirePrintable(error.description, limit: 300)
        return (messages, error)
      }
    }
    return (messages, nil)
  }

  private static func requireRoundTrip(_ message: JSONValue) {
    do throws(MessageFault) {
      let request = try RunnerRequest(json: message)
      require(try RunnerRequest(json: carried(request.json)) == request, "a request changed")
    } catch { requirePrintable(error.description, limit: 300) }
    do throws(MessageFault) {
      let reply = try RunnerReply(json: message)
      require(try RunnerReply(json: carried(reply.json)) == reply, "a reply changed")
      if case .outcome(_, let run) = reply {
        require(HookVerdict.outcome(run).detail.utf8.count <= 4200, "a detail without end")
      }
    } catch { requirePrintable(error.description, limit: 300) }
  }

  private static func carried(_ json: JSONValue) throws(MessageFault) -> JSONValue {
    var reader = FrameReader()
    reader.append(Frame.encode(json) ?? [])
    guard let message = try reader.next() else { throw MessageFault("nothing was carried") }
    return message
  }
}
