internal import Glibc

/// Writes a time as the `Date` of an answer has it (RFC 9110 §5.6.7).
enum HTTPDateText {
  /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`, of seconds since 1970.
  static func text(of seconds: Int64) -> String {
    var (moment, parts) = (time_t(seconds), tm())
    var text = [CChar](repeating: 0, count: 64)
    // The program never calls setlocale(3), so names of days and months are English.
    guard gmtime_r(&moment, &parts) != nil,
      strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0
    else { return "" }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}
