import Glibc
import Linux
import Support
import Testing

@Suite("Small files")
struct SmallFileTests {
  private let folder = TemporaryFolder()

  @Test("content, owner and mode are read together")
  func reads() throws {
    let file = try SmallFile(path: folder.write("key", "secret\n", mode: 0o640), limit: 7)
    #expect(file.bytes == Array("secret\n".utf8))
    #expect(file.mode == 0o640)
    #expect(file.ownerID == ThisProcess.userID)
  }

  @Test("what is too long, not there, or no regular file is an error and does not block")
  func refuses() throws {
    folder.write("key", "secret\n")
    mkfifo(folder.file("fifo"), 0o600)
    let path = folder.path
    #expect(try SystemErrorNumber.of { _ = try SmallFile(path: "\(path)/key", limit: 6) } == EFBIG)
    #expect(
      try SystemErrorNumber.of { _ = try SmallFile(path: "\(path)/none", limit: 6) } == ENOENT)
    #expect(
      try SystemErrorNumber.of { _ = try SmallFile(path: "\(path)/fifo", limit: 6) } == EINVAL)
    #expect(try SystemErrorNumber.of { _ = try SmallFile(path: path, limit: 6) } == EISDIR)
    do { _ = try SmallFile(path: "\(path)/fifo", limit: 6) } catch {
      #expect("\(error)" == "open(2) \(path)/fifo: it is a FIFO or device, not a regular file")
    }
  }

  @Test("names in a folder come in byte order")
  func names() throws {
    for name in ["10-b", "2-a", "B", "a", "ä", "_z"] { folder.write(name, "") }
    #expect(try Folder.names(in: folder.path) == ["10-b", "2-a", "B", "_z", "a", "ä"])
  }
}
