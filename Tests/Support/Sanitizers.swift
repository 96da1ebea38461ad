internal import Glibc

/// What the sanitizers of this build are told, for the programs that a test starts.
package enum Sanitizers {
  /// The variables as `NAME=value`; none in an ordinary build.
  package static let environment: [String] =
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"].compactMap(variable)

  private static func variable(_ name: String) -> String? {
    getenv(name).map { "\(name)=\(String(cString: $0))" }
  }
}
