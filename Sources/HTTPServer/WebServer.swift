internal import CMicrohttpd
internal import Glibc
internal import Linux

/// An HTTP/1.1 server on one address, over libmicrohttpd and, with a certificate, GnuTLS.
///
/// Requests are read and answers are written on the library's own thread. The handler is called
/// there too: it must not block; it answers at once or keeps the responder and answers later.
package final class WebServer: @unchecked Sendable {
  // Safe: `daemon` is written once in `init` and given back once under the lock of `running`.
  private let service: Service
  private let daemon: OpaquePointer
  private let running = Lock(true)

  /// The port that is listened on.
  package let port: UInt16

  /// Starts to listen. `handler` is called for each request whose body is within bounds.
  package init(
    configuration: WebServerConfiguration,
    handler: @escaping @Sendable (ServerRequest, Responder) -> Void
  ) throws(WebServerError) {
    service = Service(maximumBody: configuration.maximumBody, handler: handler)
    let context = Unmanaged.passRetained(service).toOpaque()
    do throws(WebServerError) {
      daemon = try WebServer.start(configuration, context)
    } catch {
      Unmanaged<Service>.fromOpaque(context).release()
      service.alarm.stop()
      throw error
    }
    port = mhd_port(daemon)
  }

  /// Stops listening, gives open exchanges `grace` to end, drops the rest and frees everything.
  ///
  /// Blocks: not for Swift's pool. A second call does nothing.
  package func stopAndWait(grace: Duration) {
    let first = running.withLock { running in
      defer { running = false }
      return running
    }
    guard first else { return }
    let listener = MHD_quiesce_daemon(daemon)
    service.drain(grace)
    MHD_stop_daemon(daemon)
    if listener >= 0 { close(listener) }
    service.alarm.stop()
    Unmanaged.passUnretained(service).release()
  }

  /// As `stopAndWait`, from a task: the waiting is done on a thread of its own.
  package func stop(grace: Duration) async {
    await withCheckedContinuation { continuation in
      NamedThread(name: "http-stop") {
        self.stopAndWait(grace: grace)
        continuation.resume()
      }.detach()
    }
  }
}
