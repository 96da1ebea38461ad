internal import CLinux
internal import Glibc

/// Judges whether anybody but trusted users could replace what a path leads to.
///
/// Every directory, symbolic link and the file at the end is judged on a descriptor opened from its
/// parent's descriptor (path_resolution(7)), so what was judged is what the path led to.
package struct PathTrust: Sendable {
  /// The users who may own the path's parts; root should be one of them.
  package var owners: Set<UInt32>
  /// Whether a directory that everybody may write to passes when its sticky bit keeps others from
  /// replacing entries that are not theirs, as in `/tmp`.
  package var allowsStickyDirectories: Bool

  /// Trusts `owners`.
  package init(owners: Set<UInt32>, allowsStickyDirectories: Bool = false) {
    self.owners = owners
    self.allowsStickyDirectories = allowsStickyDirectories
  }

  /// What a path leads to once it is trusted.
  package struct Target: Sendable, Equatable {
    /// File type and permissions (inode(7)).
    package let mode: UInt32
    /// Whether it is a regular file.
    package var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
    /// Whether any execute bit is set.
    package var isExecutable: Bool { mode & 0o111 != 0 }
  }

  /// Follows the absolute `path` part by part and returns what it leads to, or refuses.
  package func check(_ path: String) throws(PathRefusal) -> Target {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw PathRefusal(part: path, problem: .notAbsolute)
    }
    var walk = Walk(trust: self, path: path)
    return try walk.run()
  }

  /// Refuses a part whose owner or mode lets others change it; returns its mode.
  fileprivate func judge(_ descriptor: Int32, _ part: String) throws(PathRefusal) -> UInt32 {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      throw PathRefusal(part: part, problem: .failed(.last("fstat(2)", part)))
    }
    guard owners.contains(facts.st_uid) else {
      throw PathRefusal(part: part, problem: .owner(facts.st_uid, mode: facts.st_mode & 0o7777))
    }
    let type = facts.st_mode & S_IFMT
    let isSafeSticky =
      allowsStickyDirectories && type == S_IFDIR && facts.st_mode & S_ISVTX != 0
    // A symbolic link's own mode says nothing; who owns it counts.
    if type != S_IFLNK, facts.st_mode & 0o022 != 0, !isSafeSticky {
      throw PathRefusal(
        part: part, problem: .writable(owner: facts.st_uid, mode: facts.st_mode & 0o7777))
    }
    return facts.st_mode
  }
}

/// One walk along a path.
private struct Walk {
  let trust: PathTrust
  var names: [Substring]
  var opened: [(descriptor: FileDescriptor, name: String)] = []
  var links = 0

  init(trust: PathTrust, path: String) {
    self.trust = trust
    names = path.split(separator: "/").reversed()
  }

  var part: String { "/" + opened.dropFirst().map(\.name).joined(separator: "/") }

  mutating func run() throws(PathRefusal) -> PathTrust.Target {
    var mode = try enter("/", at: -1)
    while let name = names.popLast() {
      if name == "." { continue }
      if name == ".." {
        if opened.count > 1 { opened.removeLast() }
        continue
      }
      mode = try enter(String(name), at: opened[opened.count - 1].descriptor.number)
      if mode & S_IFMT == S_IFLNK { mode = try follow() }
    }
    return PathTrust.Target(mode: mode)
  }

  private mutating func enter(_ name: String, at parent: Int32) throws(PathRefusal) -> UInt32 {
    let number = clinux_open_path(parent, name)
    let whole = opened.isEmpty ? "/" : (opened.count > 1 ? part : "") + "/" + name
    guard number >= 0 else {
      throw PathRefusal(part: whole, problem: .failed(.last("open(2)", whole)))
    }
    opened.append((FileDescriptor(owning: number), name))
    return try trust.judge(number, whole)
  }

  /// Replaces the link that was entered last by the names it holds.
  private mutating func follow() throws(PathRefusal) -> UInt32 {
    let whole = part
    let link = opened.removeLast()
    // Of C's own element type: Swift 6.0.3 hands `&` of another one over as the array itself.
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(link.descriptor.number, "", &buffer, buffer.count)
    links += 1
    guard count > 0, links <= 40 else {
      let number = count > 0 ? ELOOP : errno
      throw PathRefusal(
        part: whole, problem: .failed(SystemError("readlink(2)", whole, number: number)))
    }
    let target = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    names += target.split(separator: "/").reversed()
    if target.hasPrefix("/") { opened.removeSubrange(1...) }
    return S_IFDIR
  }
}
