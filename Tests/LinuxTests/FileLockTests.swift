import Linux
import Support
import Testing

@Suite("File lock")
struct FileLockTests {
  @Test("a lock that is held is refused with the holder's pid, and can be had once it is released")
  func refusedWhileHeld() throws {
    let folder = TemporaryFolder()
    let path = folder.file("lock")
    var holder: FileLock? = try FileLock(path: path)
    #expect(holder?.path == path)
    #expect(throws: FileLockError.held(path: path, pid: ProcessFacts.ownPID)) {
      _ = try FileLock(path: path)
    }
    holder = nil
    #expect(throws: Never.self) { _ = try FileLock(path: path) }
  }

  @Test("a lock file that cannot be made is a failure that names it")
  func unusable() {
    let folder = TemporaryFolder()
    let path = folder.file("missing/lock")
    do {
      _ = try FileLock(path: path)
      Issue.record("took a lock in a folder that does not exist")
    } catch {
      #expect(error.description.contains(path))
    }
  }
}
