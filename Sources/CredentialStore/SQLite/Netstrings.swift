/// A list of texts as one column: each text as `length:bytes`, so that any byte may occur.
enum Netstrings {
  static func encode(_ texts: [String]) -> [UInt8] {
    texts.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) }
  }

  /// The texts; nil when the bytes were not made by `encode`.
  static func decode(_ bytes: [UInt8]) -> [String]? {
    var texts: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
        let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0,
        rest.endIndex - colon > count
      else { return nil }
      let end = colon + 1 + count
      texts.append(String(decoding: rest[(colon + 1)..<end], as: UTF8.self))
      rest = rest[end...]
    }
    // Neither a sign, nor leading zeros, nor bytes that are no UTF-8.
    return encode(texts) == bytes ? texts : nil
  }
}
