internal import CMicrohttpd

/// Feeds a body to libmicrohttpd in pieces, or only the beginning of it.
final class BodySource {
  private let body: [UInt8]
  private let delivery: ServerResponse.Delivery
  private let exchange: Exchange
  private var paused = true

  private init(_ response: ServerResponse, _ exchange: Exchange) {
    body = response.body
    delivery = response.delivery
    self.exchange = exchange
  }

  /// A libmicrohttpd response that announces the whole body and asks a source for its bytes.
  static func makeResponse(_ response: ServerResponse, _ exchange: Exchange) -> OpaquePointer? {
    let source = Unmanaged.passRetained(BodySource(response, exchange)).toOpaque()
    return MHD_create_response_from_callback(
      UInt64(response.body.count), 4_096,
      { context, position, buffer, room in
        guard let context, let buffer else { return mhd_reader_error() }
        let source = Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue()
        return source.read(at: Int(position), into: buffer, room: room)
      }, source,
      { context in
        if let context { Unmanaged<BodySource>.fromOpaque(context).release() }
      })
  }

  private func read(at position: Int, into buffer: UnsafeMutablePointer<CChar>, room: Int) -> Int {
    switch delivery {
    case .pieces(let size, let pause):
      paused.toggle()
      // Zero bytes are allowed here only while the connection is suspended.
      if paused { return exchange.rest(pause) ? 0 : mhd_reader_error() }
      return copy(at: position, into: buffer, room: min(room, max(size, 1)))
    case .truncated(let count):
      let left = min(count, body.count) - position
      guard left > 0 else { return mhd_reader_error() }
      return copy(at: position, into: buffer, room: min(room, left))
    case .whole, .dropped:
      return mhd_reader_error()
    }
  }

  private func copy(at position: Int, into buffer: UnsafeMutablePointer<CChar>, room: Int) -> Int {
    let piece = body[position..<min(position + room, body.count)]
    UnsafeMutableRawPointer(buffer).copyMemory(from: Array(piece), byteCount: piece.count)
    return piece.count
  }
}
