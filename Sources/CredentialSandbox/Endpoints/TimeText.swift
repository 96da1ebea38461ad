internal import Glibc

/// Writes times as JSON interfaces have them.
enum TimeText {
  /// Such as `1994-11-06T08:49:37Z`, of seconds since 1970.
  static func iso8601(_ seconds: Int64) -> String {
    var (moment, parts) = (time_t(seconds), tm())
    var text = [CChar](repeating: 0, count: 64)
    guard gmtime_r(&moment, &parts) != nil,
      strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0
    else { return "" }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}
