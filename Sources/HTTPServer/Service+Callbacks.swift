internal import CMicrohttpd

extension Service {
  /// Called with the raw request target; what it returns is handed to the other callbacks.
  static let onTarget: mhd_target_callback = { context, target, _ in
    guard let context, let target else { return nil }
    let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    let text = String(cString: target)
    return Unmanaged.passRetained(service.open(target: text)).toOpaque()
  }

  /// Called once with the headers, for each piece of body, at the end, and after a resume.
  static let onRequest: MHD_AccessHandlerCallback = {
    context, connection, _, method, _, data, size, state in
    guard let context, let connection, let method, let size, let pointer = state?.pointee
    else { return mhd_no }
    let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    guard exchange.began else { return service.begin(exchange, connection) }
    guard size.pointee > 0 else {
      return service.proceed(exchange, connection, String(cString: method))
    }
    defer { size.pointee = 0 }
    return exchange.take(data, size.pointee, bound: service.maximumBody)
  }

  /// Called when the exchange is over, also when the peer has gone.
  static let onCompleted: MHD_RequestCompletedCallback = { context, _, state, _ in
    guard let context, let pointer = state?.pointee else { return }
    let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    service.close(Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue())
    state?.pointee = nil
  }

  private func begin(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    exchange.began = true
    exchange.attach(connection)
    let length = MHD_lookup_connection_value(connection, mhd_header_kind, "Content-Length")
    guard let length, let announced = Int(String(cString: length)), announced > maximumBody
    else { return mhd_yes }
    return ServerResponse(status: 413).queue(connection, exchange)
  }

  private func proceed(
    _ exchange: Exchange, _ connection: OpaquePointer, _ method: String
  ) -> MHD_Result {
    if !exchange.handed {
      exchange.handed = true
      if exchange.received > maximumBody {
        exchange.answer(ServerResponse(status: 413))
      } else {
        handler(exchange.request(connection, method), Responder(exchange))
      }
    }
    guard let response = exchange.answerOrSuspend() else { return mhd_yes }
    return response.queue(connection, exchange)
  }
}
