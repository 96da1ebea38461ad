internal import CCurl
internal import Linux

/// What other threads hand to the client's thread.
final class Mailbox: Sendable {
  typealias Deliver = @Sendable ([HTTPCompletion]) -> Void

  /// A batch on its way to the thread.
  struct Submission: Sendable {
    let id: HTTPClient.BatchID
    let requests: [HTTPRequest]
    let deliver: Deliver
  }

  /// Everything that came since the last look.
  struct Post: Sendable {
    var submissions: [Submission] = []
    var cancelled: Set<HTTPClient.BatchID> = []
    var closing = false
  }

  /// What both sides share.
  private struct State {
    var post = Post()
    var lastNumber: UInt64 = 0
    var multi: MultiHandle?
    var isWaiting = true
    var watchers: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  /// Queues a batch; not accepted once closed.
  func post(_ requests: [HTTPRequest], _ deliver: @escaping Deliver) -> (
    HTTPClient.BatchID, accepted: Bool
  ) {
    state.withLock { state in
      state.lastNumber += 1
      let id = HTTPClient.BatchID(number: state.lastNumber)
      guard !state.post.closing else { return (id, false) }
      guard !requests.isEmpty else { return (id, true) }
      state.post.submissions.append(Submission(id: id, requests: requests, deliver: deliver))
      state.multi?.wake()
      return (id, true)
    }
  }

  func cancel(_ id: HTTPClient.BatchID) {
    state.withLock { state in
      state.post.cancelled.insert(id)
      state.multi?.wake()
    }
  }

  func close() {
    state.withLock { state in
      state.post.closing = true
      state.multi?.wake()
    }
  }

  /// Calls `watcher` when the thread next waits or ends, at once when it does now.
  func watch(_ watcher: @escaping @Sendable () -> Void) {
    let isWaiting = state.withLock { state in
      if !state.isWaiting { state.watchers.append(watcher) }
      return state.isWaiting
    }
    if isWaiting { watcher() }
  }

  /// The thread begins or ends to wait for servers.
  func setWaiting(_ isWaiting: Bool) {
    let watchers = state.withLock { state in
      state.isWaiting = isWaiting
      defer { if isWaiting { state.watchers = [] } }
      return isWaiting ? state.watchers : []
    }
    for watcher in watchers { watcher() }
  }

  /// Says which handle to wake from now on; nil before it is freed.
  func attach(_ multi: MultiHandle?) { state.withLock { $0.multi = multi } }

  /// Takes everything; `closing` stays set.
  func take() -> Post {
    state.withLock { state in
      let post = state.post
      state.post = Post(closing: post.closing)
      return post
    }
  }
}
