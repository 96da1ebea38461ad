import Glibc
import Linux
import Support
import Testing

@Suite("Path trust")
struct PathTrustTests {
  private let folder = TemporaryFolder()
  private let trust = PathTrust(
    owners: [0, ThisProcess.userID], allowsStickyDirectories: true)

  @Test("a file of a trusted owner below closed directories is trusted, and its kind is told")
  func trusted() throws {
    let target = try trust.check(folder.write("hook", "#!/bin/sh\n", mode: 0o755))
    #expect(target.isRegularFile && target.isExecutable)
    #expect(try !trust.check(folder.path).isRegularFile)
    #expect(try !trust.check(folder.write("plain", "")).isExecutable)
  }

  @Test(
    "a file that others may write to is refused with its name, owner and mode",
    arguments: [0o775, 0o757, 0o777] as [UInt32])
  func writableFile(mode: UInt32) {
    let path = folder.write("hook", "", mode: mode)
    let problem = PathRefusal.Problem.writable(owner: ThisProcess.userID, mode: mode)
    let refusal = PathRefusal(part: path, problem: problem)
    #expect(throws: refusal) { _ = try trust.check(path) }
    #expect(refusal.description.contains(path))
    #expect(
      refusal.description.contains("uid \(ThisProcess.userID), mode 0\(String(mode, radix: 8))"))
  }

  @Test("a sound file below a directory that others may write to is refused for the directory")
  func writableDirectory() {
    mkdir(folder.file("open"), 0o755)
    let path = folder.write("open/hook", "", mode: 0o755)
    chmod(folder.file("open"), 0o777)
    let problem = PathRefusal.Problem.writable(owner: ThisProcess.userID, mode: 0o777)
    #expect(throws: PathRefusal(part: folder.file("open"), problem: problem)) {
      _ = try trust.check(path)
    }
  }

  @Test(
    "a path through somebody else's directory is refused for the first part that is not trusted")
  func otherOwner() {
    let strict = PathTrust(owners: [ThisProcess.userID &+ 4711])
    let problem = PathRefusal.Problem.owner(0, mode: Self.mode(of: "/"))
    #expect(throws: PathRefusal(part: "/", problem: problem)) {
      _ = try strict.check(folder.write("hook", "", mode: 0o755))
    }
  }

  @Test("a directory like /tmp is refused unless sticky directories are allowed")
  func sticky() {
    chmod(folder.path, 0o1777)
    let path = folder.write("hook", "", mode: 0o755)
    #expect(throws: Never.self) { _ = try trust.check(path) }
    let strict = PathTrust(owners: [0, ThisProcess.userID])
    #expect(throws: PathRefusal.self) { _ = try strict.check(path) }
  }

  @Test("a symbolic link is followed, and what it leads through is judged")
  func links() throws {
    folder.write("hook", "", mode: 0o755)
    symlink("hook", folder.file("relative"))
    symlink(folder.file("hook"), folder.file("absolute"))
    symlink("../\(folder.path.split(separator: "/").last ?? "")/hook", folder.file("up"))
    symlink("loop", folder.file("loop"))
    #expect(try trust.check(folder.file("relative")).isExecutable)
    #expect(try trust.check(folder.file("absolute")).isExecutable)
    #expect(try trust.check(folder.file("up")).isExecutable)
    #expect(throws: PathRefusal.self) { _ = try trust.check(folder.file("loop")) }
    chmod(folder.file("hook"), 0o777)
    #expect(throws: PathRefusal.self) { _ = try trust.check(folder.file("absolute")) }
  }

  @Test("a path that is not absolute, or leads nowhere, is refused")
  func unusable() {
    #expect(throws: PathRefusal(part: "hook", problem: .notAbsolute)) {
      _ = try trust.check("hook")
    }
    #expect(throws: PathRefusal.self) { _ = try trust.check(folder.file("missing")) }
  }

  private static func mode(of path: String) -> UInt32 {
    var facts = stat()
    stat(path, &facts)
    return facts.st_mode & 0o7777
  }
}
