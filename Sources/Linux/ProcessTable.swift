internal import CLinux
internal import Glibc

/// One process as proc(5) showed it at a moment.
package struct ProcessEntry: Sendable, Equatable {
  /// Its process id.
  package let pid: Int32
  /// Its parent's process id.
  package let parent: Int32
  /// Its session.
  package let session: Int32
  /// Its state letter; `Z` is a zombie.
  package let state: Character
  /// When it was started, in clock ticks since boot; with the pid it names a process for ever.
  package let startTime: UInt64

  /// Describes a process.
  package init(pid: Int32, parent: Int32, session: Int32, state: Character, startTime: UInt64) {
    self.pid = pid
    self.parent = parent
    self.session = session
    self.state = state
    self.startTime = startTime
  }

  /// Whether it has ended and only waits to be reaped.
  package var isDead: Bool { state == "Z" || state == "X" }
}

/// The processes of this machine (proc(5)).
package enum ProcessTable {
  /// All processes that could be read.
  package static func snapshot() -> [ProcessEntry] {
    let names = (try? Folder.names(in: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap(entry)
  }

  /// One process; nil when it is gone.
  package static func entry(_ pid: Int32) -> ProcessEntry? {
    guard let line = text("/proc/\(pid)/stat", limit: 4096), let end = line.lastIndex(of: ")")
    else { return nil }
    // The name before the bracket may hold anything, blanks and brackets too.
    let fields = line[end...].dropFirst(2).split(separator: " ")
    guard fields.count > 19, let state = fields[0].first, let parent = Int32(fields[1]),
      let session = Int32(fields[3]), let startTime = UInt64(fields[19])
    else { return nil }
    return ProcessEntry(
      pid: pid, parent: parent, session: session, state: state, startTime: startTime)
  }

  /// Pids of the children of this process, zombies included.
  package static func ownChildren() -> [Int32] {
    let tasks = (try? Folder.names(in: "/proc/self/task")) ?? []
    return tasks.flatMap { task -> [Int32] in
      let list = text("/proc/self/task/\(task)/children", limit: 1 << 20) ?? ""
      return list.split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// The value of an environment variable that a process was started with; nil when it has none or
  /// may not be read.
  package static func variable(_ name: String, of pid: Int32) -> String? {
    guard let bytes = contents("/proc/\(pid)/environ", limit: 1 << 21) else { return nil }
    let start = Array("\(name)=".utf8)
    let entry = bytes.split(separator: 0).first { $0.starts(with: start) }
    return entry.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
  }

  /// The processes below `root` in `entries`, without `root` itself.
  package static func descendants(of root: Int32, in entries: [ProcessEntry]) -> [ProcessEntry] {
    let children = Dictionary(grouping: entries, by: \.parent)
    var found: [ProcessEntry] = []
    var open = [root]
    while let parent = open.popLast() {
      for child in children[parent] ?? [] where child.pid != parent {
        found.append(child)
        open.append(child.pid)
      }
    }
    return found
  }

  /// Sends a signal to exactly this process, never to another that got its pid meanwhile; returns a
  /// descriptor that is readable once it has ended, or nil when it is gone.
  package static func signal(_ entry: ProcessEntry, _ number: Int32) -> FileDescriptor? {
    let descriptor = pidfd_open(entry.pid, 0)
    guard descriptor >= 0 else { return nil }
    let process = FileDescriptor(owning: descriptor)
    guard Self.entry(entry.pid)?.startTime == entry.startTime else { return nil }
    _ = pidfd_send_signal(descriptor, number, nil, 0)
    return process
  }

  private static func text(_ path: String, limit: Int) -> String? {
    contents(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func contents(_ path: String, limit: Int) -> [UInt8]? {
    (try? SmallFile(path: path, limit: limit))?.bytes
  }
}
