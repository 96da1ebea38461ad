extension RunnerReply {
  /// How many attempts one message names at most: whatever they are called, it stays far below the
  /// longest message.
  static let mostKeys = 256

  /// A `hello` and, before it, as many `known` as it takes to name every attempt.
  static func greeting(
    instance: String, running: [AttemptKey], ended: [AttemptKey]
  ) -> [RunnerReply] {
    var (running, ended) = (running[...], ended[...])
    var pages: [RunnerReply] = []
    while running.count + ended.count > mostKeys {
      let first = running.prefix(mostKeys)
      let second = ended.prefix(mostKeys - first.count)
      running = running.dropFirst(first.count)
      ended = ended.dropFirst(second.count)
      pages.append(.known(running: Array(first), ended: Array(second)))
    }
    return pages + [.hello(instance: instance, running: Array(running), ended: Array(ended))]
  }
}
