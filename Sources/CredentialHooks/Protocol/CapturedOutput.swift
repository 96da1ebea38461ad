internal import JSON

/// The beginning and the end of what a hook printed; what lay between was read and dropped.
package struct CapturedOutput: Sendable, Equatable {
  /// How much of the beginning is kept, in bytes.
  package static let headLimit = 4096
  /// How much of the end is kept, in bytes.
  package static let tailLimit = 4096

  /// The beginning; bytes that are not UTF-8 were replaced.
  package var head: String
  /// The end, when it did not fit behind the beginning.
  package var tail: String
  /// How many bytes between the two were dropped.
  package var dropped: Int

  /// Describes output.
  package init(head: String = "", tail: String = "", dropped: Int = 0) {
    self.head = head
    self.tail = tail
    self.dropped = dropped
  }

  /// The text, with a mark where bytes were dropped.
  package var text: String {
    dropped == 0 ? head + tail : "\(head)\n[... \(dropped) bytes dropped ...]\n\(tail)"
  }

  var json: JSONValue {
    ["head": .string(head), "tail": .string(tail), "dropped": .integer(Int64(dropped))]
  }

  init(json: JSONValue?) throws(MessageFault) {
    guard let head = json?["head"]?.string, let tail = json?["tail"]?.string,
      let dropped = json?["dropped"]?.integer
    else { throw MessageFault("captured output lacks a member") }
    self.init(head: head, tail: tail, dropped: Int(clamping: dropped))
  }
}
