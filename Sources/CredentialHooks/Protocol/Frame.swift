internal import JSON

/// Messages on the runner's socket: four bytes of length, the highest first, then that much JSON.
package enum Frame {
  /// The longest message; a longer one is a fault.
  package static let longest = 1 << 20

  /// One message as bytes to send; nil when it is too long.
  static func encode(_ message: JSONValue) -> [UInt8]? {
    let text = Array(message.encoded().utf8)
    guard text.count <= longest else { return nil }
    return withUnsafeBytes(of: UInt32(text.count).bigEndian) { Array($0) } + text
  }
}

/// Puts the pieces of a stream together to messages.
struct FrameReader {
  private var bytes: [UInt8] = []

  /// Takes what was read.
  mutating func append(_ piece: [UInt8]) { bytes += piece }

  /// The next whole message; nil when it is not all there.
  mutating func next() throws(MessageFault) -> JSONValue? {
    guard bytes.count >= 4 else { return nil }
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard length <= Frame.longest else {
      throw MessageFault("a message of \(length) bytes; the limit is \(Frame.longest)")
    }
    guard bytes.count >= 4 + length else { return nil }
    let text = Array(bytes[4..<4 + length])
    bytes.removeFirst(4 + length)
    do {
      return try JSONValue.parse(text, maximumBytes: Frame.longest)
    } catch {
      throw MessageFault("a message is not JSON: \(error)")
    }
  }
}
