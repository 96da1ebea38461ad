internal import CMicrohttpd

extension ServerResponse {
  /// Hands the answer to libmicrohttpd; `mhd_no` closes the connection without an answer.
  func queue(_ connection: OpaquePointer, _ exchange: Exchange) -> MHD_Result {
    guard delivery != .dropped, let response = make(exchange) else { return mhd_no }
    defer { MHD_destroy_response(response) }
    for field in headers where MHD_add_response_header(response, field.name, field.value) == mhd_no
    {
      return mhd_no
    }
    return MHD_queue_response(connection, UInt32(clamping: status), response)
  }

  private func make(_ exchange: Exchange) -> OpaquePointer? {
    guard delivery == .whole else { return BodySource.makeResponse(self, exchange) }
    var bytes = body
    return bytes.withUnsafeMutableBytes { buffer in
      MHD_create_response_from_buffer(buffer.count, buffer.baseAddress, mhd_must_copy)
    }
  }
}
