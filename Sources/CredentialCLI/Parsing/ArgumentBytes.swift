/// Turns the arguments' bytes into text, without repairing what is no UTF-8.
package enum ArgumentBytes {
  /// The arguments as text; one that is no UTF-8 is refused with its place, counted from 1.
  package static func decode(_ arguments: [[UInt8]]) throws(UsageError) -> [String] {
    var texts: [String] = []
    for (index, bytes) in arguments.enumerated() {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw UsageError("argument \(index + 1) is not valid UTF-8")
      }
      texts.append(text)
    }
    return texts
  }
}
