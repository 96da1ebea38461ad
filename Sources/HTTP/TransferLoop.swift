internal import CCurl

/// The client's thread: takes batches, lets libcurl work, hands completions out in groups.
final class TransferLoop {
  private let configuration: HTTPConfiguration
  private let mailbox: Mailbox
  private let multi: MultiHandle
  private var inFlight: [UnsafeMutableRawPointer: Transfer] = [:]
  private var idle: [Transfer] = []
  /// Transfers that libcurl has not been let work on yet.
  private var fresh: Set<UnsafeMutableRawPointer> = []
  private var ready: [HTTPClient.BatchID: [HTTPCompletion]] = [:]
  private var batches: [HTTPClient.BatchID: (deliver: Mailbox.Deliver, left: Int)] = [:]

  init(_ configuration: HTTPConfiguration, _ mailbox: Mailbox) {
    self.configuration = configuration
    self.mailbox = mailbox
    multi = MultiHandle(connectionsPerHost: configuration.connectionsPerHost)
  }

  /// Runs until the client is closed and every request has ended.
  func run() {
    mailbox.attach(multi)
    mailbox.setWaiting(false)
    var closing = false
    while !closing {
      let post = mailbox.take()
      closing = post.closing
      post.submissions.forEach(begin)
      cancel { closing || post.cancelled.contains($0) }
      fresh.removeAll(keepingCapacity: true)
      multi.perform()
      collect()
      let idle = deliver()
      if !closing, idle { wait() }
    }
    mailbox.attach(nil)
    mailbox.setWaiting(true)
    idle = []
  }

  private func wait() {
    mailbox.setWaiting(true)
    multi.wait()
    mailbox.setWaiting(false)
  }

  private func begin(_ submission: Mailbox.Submission) {
    batches[submission.id] = (submission.deliver, submission.requests.count)
    for request in submission.requests {
      let transfer = idle.popLast() ?? Transfer()
      transfer.prepare(request, submission.id, configuration)
      if multi.add(transfer.easy) {
        inFlight[transfer.easy] = transfer
        fresh.insert(transfer.easy)
      } else {
        ready[submission.id, default: []].append(.unsent(tag: request.tag))
      }
    }
  }

  private func cancel(where isCancelled: (HTTPClient.BatchID) -> Bool) {
    for transfer in inFlight.values where isCancelled(transfer.batch) {
      finish(transfer, CURLE_ABORTED_BY_CALLBACK)
    }
  }

  private func collect() {
    while let (easy, code) = multi.nextDone() {
      if let transfer = inFlight[easy] { finish(transfer, code) }
    }
  }

  private func finish(_ transfer: Transfer, _ code: CURLcode) {
    inFlight[transfer.easy] = nil
    ready[transfer.batch, default: []].append(
      transfer.completion(code, hasRun: !fresh.contains(transfer.easy)))
    multi.remove(transfer.easy)
    transfer.clear()
    if idle.count < 256 { idle.append(transfer) }
  }

  /// Hands out what is ready; says whether there was nothing, so that waiting is right.
  private func deliver() -> Bool {
    guard !ready.isEmpty else { return true }
    let groups = ready
    ready = [:]
    for (id, completions) in groups {
      guard let batch = batches[id] else { continue }
      let left = batch.left - completions.count
      batches[id] = left > 0 ? (batch.deliver, left) : nil
      batch.deliver(completions)
    }
    return false
  }
}
