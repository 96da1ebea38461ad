internal import Glibc
internal import Linux

/// Says why a hook could not be executed, in words that lead to the fault.
enum StartFailure {
  /// Reads the trampoline's report `E STEP ERRNO`; nil when the text is none.
  static func reason(report: String, path: String, directory: String) -> String? {
    let words = report.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, words[0] == "E", let number = Int32(words[2]) else { return nil }
    switch words[1] {
    case "execve": return execution(of: path, error: number)
    case "chdir": return "cannot enter the directory \(directory): \(SystemError.text(of: number))"
    default: return "\(words[1]): \(SystemError.text(of: number))"
    }
  }

  private static func execution(of path: String, error: Int32) -> String {
    let plain = "\(path): \(SystemError.text(of: error))"
    let line = firstLine(of: path)
    let interpreter = line.flatMap(interpreterLine)
    if let interpreter, line?.last == 0x0D {
      return "\(path): its interpreter line \"\(interpreter.dropLast())\" ends in a carriage return"
        + " (CR); save the file with Unix line ends"
    }
    let because = interpreter.map { "; its interpreter line is \"\($0)\"" } ?? ""
    switch error {
    case ETXTBSY: return plain + "; somebody writes to it: replace it by rename(2), as mv does"
    case EACCES:
      return plain + "; the runner's user may not execute it or its interpreter, or its file system"
        + " is mounted noexec" + because
    case ENOEXEC where line != nil && interpreter == nil:
      return plain + "; the file is no program, and its first line is no interpreter line (#!)"
    default: return plain + because
    }
  }

  private static func interpreterLine(_ line: [UInt8]) -> String? {
    line.starts(with: Array("#!".utf8)) ? String(decoding: line.prefix(128), as: UTF8.self) : nil
  }

  private static func firstLine(of path: String) -> [UInt8]? {
    // What lies there now may be a pipe(7), which must not hold up the runner.
    guard let file = try? FileDescriptor(path: path, flags: O_NONBLOCK),
      let start = try? file.read(upTo: 4096)
    else { return nil }
    return Array(start.prefix { $0 != 0x0A })
  }
}
