import Glibc
import Linux
import Support
import Testing

/// A child that another test starts holds copies of our descriptors until it has become its program
/// (execve(2)); so long a socket that was closed here is open. What follows a close is waited for.
@Suite("Unix sockets", .timeLimit(.minutes(5)))
struct UnixSocketTests {
  private let folder = TemporaryFolder()

  @Test("both ends know who the other is, and bytes pass")
  func connects() throws {
    let path = folder.file("socket")
    let listener = try UnixSocket.listen(path: path, mode: 0o660)
    #expect(UnixSocket.accept(listener) == nil)
    let client = try UnixSocket.connect(path: path)
    let server = try #require(UnixSocket.accept(listener))
    let peer = try UnixSocket.peer(of: server)
    #expect(peer.pid == ThisProcess.pid && peer.userID == ThisProcess.userID)
    #expect(try server.read(upTo: 10) == nil)
    #expect(try client.send([1, 2, 3]) == 3)
    #expect(try server.read(upTo: 10) == [1, 2, 3])
    #expect(try SystemErrorNumber.of { _ = try SmallFile(path: path, limit: 1) } == ENXIO)
  }

  @Test("a peer that has gone is an error on send and not a signal")
  func gone() throws {
    let path = folder.file("socket")
    let listener = try UnixSocket.listen(path: path, mode: 0o600)
    var client: FileDescriptor? = try UnixSocket.connect(path: path)
    let server = try #require(UnixSocket.accept(listener))
    #expect(client?.number != server.number)
    client = nil
    let poller = Poller()
    try poller.add(server.number, .read, token: 1)
    #expect(poller.wait().map(\.token) == [1])
    #expect(try server.read(upTo: 10) == [])
    #expect(throws: SystemError("send(2)", number: EPIPE)) { _ = try server.send([1]) }
  }

  @Test("a socket file left behind is replaced; a path that is too long is an error")
  func paths() throws {
    let path = folder.file("socket")
    _ = try UnixSocket.listen(path: path, mode: 0o600)
    while (try? UnixSocket.connect(path: path)) != nil {}
    #expect(throws: SystemError("connect(2)", path, number: ECONNREFUSED)) {
      _ = try UnixSocket.connect(path: path)
    }
    let listener = try UnixSocket.listen(path: path, mode: 0o600)
    #expect(listener.number >= 0)
    #expect(throws: Never.self) { _ = try UnixSocket.connect(path: path) }
    let long = folder.file(String(repeating: "x", count: 108))
    #expect(throws: SystemError("sockaddr_un", long, number: ENAMETOOLONG)) {
      _ = try UnixSocket.connect(path: long)
    }
  }
}

/// The errno of a call that must fail.
enum SystemErrorNumber {
  static func of(_ body: () throws -> Void) throws -> Int32? {
    do {
      try body()
      return nil
    } catch let error as SystemError {
      return error.number
    }
  }
}
