internal import Glibc

/// Facts about this process and others, read from proc(5).
package enum ProcessFacts {
  /// The pid of the test process.
  package static let ownPID: Int32 = getpid()

  /// The state letter of a process, such as `Z`; nil when it does not exist.
  package static func state(of pid: Int32) -> Character? {
    guard let status = text("/proc/\(pid)/stat"), let end = status.lastIndex(of: ")") else {
      return nil
    }
    return status[end...].dropFirst(2).first
  }

  /// Pids of the children of `parent`, zombies included.
  package static func children(of parent: Int32 = ownPID) -> [Int32] {
    numbers(in: "/proc").filter { pid in
      guard let status = text("/proc/\(pid)/stat"), let end = status.lastIndex(of: ")") else {
        return false
      }
      return status[end...].split(separator: " ").dropFirst(2).first.flatMap { Int32($0) } == parent
    }
  }

  /// Open descriptors of a process.
  package static func descriptors(of pid: Int32 = ownPID) -> [Int32] {
    numbers(in: "/proc/\(pid)/fd")
  }

  /// Threads of a process.
  package static func threads(of pid: Int32 = ownPID) -> [Int32] {
    numbers(in: "/proc/\(pid)/task")
  }

  /// The most memory that a process has had resident, in bytes (`VmHWM`).
  package static func peakMemory(of pid: Int32) -> Int? {
    let line = text("/proc/\(pid)/status")?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      .flatMap { Int($0) }.map { $0 * 1024 }
  }

  private static func numbers(in path: String) -> [Int32] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var numbers: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int32(name) { numbers.append(number) }
    }
    return numbers
  }

  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
