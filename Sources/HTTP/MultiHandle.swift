internal import CCurl

/// The one owner of a libcurl multi handle.
final class MultiHandle: @unchecked Sendable {
  // Safe: all calls but `wake` are made on the client's thread; curl_multi_wakeup(3) may be called
  // from any thread.
  private let multi: UnsafeMutableRawPointer

  init(connectionsPerHost: Int) {
    guard let multi = curl_multi_init() else { preconditionFailure("curl_multi_init(3) failed") }
    self.multi = multi
    ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    ccurl_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 100)
  }

  deinit { curl_multi_cleanup(multi) }

  /// Ends the wait that is going on, or the next one.
  func wake() { curl_multi_wakeup(multi) }

  func add(_ easy: UnsafeMutableRawPointer) -> Bool {
    curl_multi_add_handle(multi, easy) == CURLM_OK
  }

  func remove(_ easy: UnsafeMutableRawPointer) { curl_multi_remove_handle(multi, easy) }

  /// Does what can be done without waiting.
  func perform() {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
  }

  /// The next transfer that ended, and how.
  func nextDone() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var code = CURLE_OK
    return ccurl_next_done(multi, &code).map { ($0, code) }
  }

  /// Waits for a socket, a time-out of libcurl's or `wake`. With nothing in flight libcurl has no
  /// time-outs, so a quiet client sleeps through.
  func wait() { curl_multi_poll(multi, nil, 0, Int32.max, nil) }
}
