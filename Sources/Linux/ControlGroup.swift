internal import Glibc

/// A control group of version 2 that was delegated to this process (cgroups(7)).
package struct ControlGroup: Sendable {
  /// Its directory.
  package let path: String

  /// Names the group at `path`.
  package init(path: String) { self.path = path }

  /// The group of this process; nil when there is no hierarchy of version 2.
  package static func own() -> ControlGroup? {
    guard let file = try? SmallFile(path: "/proc/self/cgroup", limit: 65_536) else { return nil }
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("0::/") }) else { return nil }
    let mounts = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
    let mount = mounts.first { access("\($0)/cgroup.controllers", F_OK) == 0 }
    return mount.map { ControlGroup(path: $0 + (line == "0::/" ? "" : line.dropFirst(3))) }
  }

  /// The file that a process enters the group by.
  package var processesFile: String { "\(path)/cgroup.procs" }

  /// Makes a group below this one.
  package func makeChild(_ name: String) throws(SystemError) -> ControlGroup {
    let child = ControlGroup(path: "\(path)/\(name)")
    guard mkdir(child.path, 0o755) == 0 || errno == EEXIST else {
      throw .last("mkdir(2)", child.path)
    }
    return child
  }

  /// The groups below this one whose names begin with `prefix`.
  package func children(prefix: String) -> [ControlGroup] {
    let names = (try? Folder.names(in: path)) ?? []
    return names.filter { $0.hasPrefix(prefix) && access("\(path)/\($0)/cgroup.procs", F_OK) == 0 }
      .map { ControlGroup(path: "\(path)/\($0)") }
  }

  /// Kills every process of the group and of those below it (`cgroup.kill`).
  package func kill() throws(SystemError) {
    let file = try FileDescriptor(path: "\(path)/cgroup.kill", flags: O_WRONLY)
    _ = try file.write(Array("1".utf8))
  }

  /// Whether any process lives in the group or below it; false when the group is gone.
  package var isPopulated: Bool {
    guard let file = try? SmallFile(path: "\(path)/cgroup.events", limit: 4096) else {
      return false
    }
    return String(decoding: file.bytes, as: UTF8.self).contains("populated 1")
  }

  /// The processes in the group itself, in this process's numbers; empty when the group is gone.
  package var processes: [Int32] {
    guard let file = try? SmallFile(path: processesFile, limit: 1 << 20) else { return [] }
    return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").compactMap {
      Int32($0)
    }
  }

  /// Removes the group and those that were made below it; no process may live there.
  package func remove() throws(SystemError) {
    for child in children(prefix: "") { try child.remove() }
    guard rmdir(path) == 0 || errno == ENOENT else { throw .last("rmdir(2)", path) }
  }
}
