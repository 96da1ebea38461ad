internal import COpenSSL

/// Bytes nobody may see: they cannot be printed and are overwritten when the last copy goes.
///
/// Copies share one buffer. What `reveal` hands out is an ordinary array, so reveal late and
/// keep it short.
package struct SecretBytes: Sendable {
  /// The one buffer that copies share.
  private final class Storage: @unchecked Sendable {
    // Safe: written only in `init`, before the reference is shared.
    let buffer: UnsafeMutableRawBufferPointer

    init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
      buffer = .allocate(byteCount: max(count, 1), alignment: 1)
      fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
    }

    deinit {
      OPENSSL_cleanse(buffer.baseAddress, buffer.count)
      buffer.deallocate()
    }
  }

  private let storage: Storage
  /// How many bytes there are.
  package let count: Int

  /// Takes a copy of `bytes`.
  package init(_ bytes: some Collection<UInt8>) {
    count = bytes.count
    storage = Storage(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  /// Takes a copy of the UTF-8 of `text`.
  package init(utf8 text: String) { self.init(text.utf8) }

  /// Makes `count` bytes that `fill` writes in place.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    self.count = count
    storage = Storage(count: count, fill: fill)
  }

  /// A copy of the bytes that can be seen.
  package func reveal() -> [UInt8] { withUnsafeBytes { Array($0) } }

  /// A copy as text that can be seen, nil when it is not UTF-8.
  package func revealText() -> String? { String(validating: reveal(), as: UTF8.self) }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try withExtendedLifetime(storage) {
      try body(UnsafeRawBufferPointer(start: storage.buffer.baseAddress, count: count))
    }
  }
}

extension SecretBytes: Equatable {
  /// Whether the bytes are the same, in a time that depends on the lengths only.
  package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { a in
      right.withUnsafeBytes { b in CRYPTO_memcmp(a.baseAddress, b.baseAddress, a.count) == 0 }
    }
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of bytes and nothing else.
  package var description: String { "<\(count) secret bytes>" }
  /// The number of bytes and nothing else.
  package var debugDescription: String { description }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares bytes that a stranger may have chosen without telling where they differ.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}

/// Makes `count` unpredictable bytes from the library's generator, RAND_bytes(3).
package func randomBytes(_ count: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  let status = RAND_bytes(&bytes, Int32(count))
  precondition(status == 1, "the system gives no random bytes")
  return bytes
}
