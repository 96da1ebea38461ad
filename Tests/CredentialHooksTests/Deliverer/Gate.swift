import Glibc
import Linux
import Support

/// Lets a test wait until a script has come to a place, and lets the script go on from there.
struct Gate: Sendable {
  private let arrival: String
  private let departure: String

  init(_ folder: TemporaryFolder) {
    (arrival, departure) = (folder.file("arrival"), folder.file("departure"))
    mkfifo(arrival, 0o600)
    mkfifo(departure, 0o600)
  }

  /// What the script does at the gate.
  var wait: String { "echo here > \(arrival); read line < \(departure)" }

  /// Waits until the script has come to the gate.
  func awaitArrival() async throws {
    let path = arrival
    try await blocking {
      _ = try FileDescriptor(path: path, flags: O_RDONLY).read(upTo: 10)
    }
  }

  /// Lets the script go on.
  func open() async throws {
    let path = departure
    try await blocking {
      _ = try FileDescriptor(path: path, flags: O_WRONLY).write(Array("go\n".utf8))
    }
  }
}
