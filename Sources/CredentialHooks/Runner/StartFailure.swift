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
    guard let line = firstLine(of: path) else { return plain }
    guard line.starts(with: Array("#!".utf8)) else {
      return plain + "; the file is no program, and its first line is no interpreter line (#!)"
    }
    let text = String(decoding: line.prefix(128), as: UTF8.self)
    if line.last == 0x0D {
      return "\(path): its interpreter line \"\(text.dropLast())\" ends in a carriage return (CR);"
        + " save the file with Unix line ends"
    }
    return plain + "; its interpreter line is \"\(text)\""
  }

  private static func firstLine(of path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor(path: path, flags: 0),
      let start = try? file.read(upTo: 4096)
    else { return nil }
    return Array(start.prefix { $0 != 0x0A })
  }
}
