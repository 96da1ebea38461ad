internal import Glibc
internal import JSON

/// Signs and verifies for the scripts that compare this package with public vectors and with other
/// libraries: a JSON request a line in, a JSON answer a line out.
@main
struct JOSECheck {
  static func main() {
    while let line = readLine() {
      print(answer(Array(line.utf8)).encoded())
      fflush(nil)
    }
  }

  private static func answer(_ line: [UInt8]) -> JSONValue {
    do {
      let request = Request(try JSONValue.parse(line, maximumBytes: 1 << 22))
      return try request.answer()
    } catch {
      return ["error": .string("\(error)")]
    }
  }
}
