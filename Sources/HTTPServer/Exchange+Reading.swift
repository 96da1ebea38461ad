internal import CMicrohttpd

extension Exchange {
  /// Adds a piece of the body; past the bound it is thrown away, far past it the peer is cut off.
  func take(_ data: UnsafePointer<CChar>?, _ size: Int, bound: Int) -> MHD_Result {
    received += size
    guard received <= bound else {
      body = []
      return received <= 2 * bound + 65_536 ? mhd_yes : mhd_no
    }
    body.append(contentsOf: UnsafeRawBufferPointer(start: data, count: size))
    return mhd_yes
  }

  /// The request as a value, once its body is complete.
  func request(_ connection: OpaquePointer, _ method: String) -> ServerRequest {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return ServerRequest(
      method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
      headers: Exchange.headers(of: connection), body: body,
      peer: SocketAddress.text(of: mhd_peer(connection)),
      clientCertificate: Exchange.clientCertificate(of: connection))
  }

  private static func clientCertificate(of connection: OpaquePointer) -> [UInt8]? {
    var size: UInt32 = 0
    let bytes = mhd_client_certificate(connection, &size)
    return bytes.map { Array(UnsafeBufferPointer(start: $0, count: Int(size))) }
  }

  private static func headers(of connection: OpaquePointer) -> [HeaderField] {
    var fields: [HeaderField] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values(
        connection, mhd_header_kind,
        { context, _, name, value in
          guard let context, let name else { return mhd_yes }
          let fields = context.assumingMemoryBound(to: [HeaderField].self)
          let value = value.map { String(cString: $0) } ?? ""
          fields.pointee.append(HeaderField(String(cString: name), value))
          return mhd_yes
        }, fields)
    }
    return fields
  }
}
