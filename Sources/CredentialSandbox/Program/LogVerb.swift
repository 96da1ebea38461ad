internal import Glibc
internal import Linux

/// `control log`: prints the request log, which is a file, and with `--follow` what comes after.
enum LogVerb {
  static func run(_ invocation: Invocation) throws(SandboxError) {
    let files = invocation.files
    let number = open(files.log, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw .system("read the request log", files.log) }
    let log = FileDescriptor(owning: number)
    guard invocation.has("follow") else { return try copy(log) }
    let sandbox = try ControlClient(files).socket
    let watch = FileDescriptor(owning: inotify_init1(Int32(IN_CLOEXEC)))
    guard inotify_add_watch(watch.number, files.log, UInt32(IN_MODIFY)) >= 0 else {
      throw .system("watch", files.log)
    }
    try follow(log, watch, sandbox)
  }

  /// Copies and waits in turn; the watch was set first, so that no line is missed.
  private static func follow(
    _ log: FileDescriptor, _ watch: FileDescriptor, _ sandbox: FileDescriptor
  ) throws(SandboxError) {
    while true {
      try copy(log)
      var entries = [
        pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: sandbox.number, events: Int16(POLLIN), revents: 0),
      ]
      poll(&entries, nfds_t(entries.count), -1)
      if entries[0].revents != 0 { _ = try? watch.read(upTo: 4_096) }
      if entries[1].revents != 0 { return try copy(log) }
    }
  }

  private static func copy(_ log: FileDescriptor) throws(SandboxError) {
    while let bytes = try? log.read(upTo: 65_536), !bytes.isEmpty {
      try Terminal.print(bytes)
    }
  }
}
