internal import Glibc
internal import Linux

/// Waits for files to appear in a folder (inotify(7)).
struct FolderWatch {
  /// Returns when `name` is in `folder`; false after four minutes without it.
  static func appears(_ name: String, in folder: String) async -> Bool {
    await withCheckedContinuation { continuation in
      NamedThread(name: "folder-watch") {
        continuation.resume(returning: wait(name, folder))
      }.detach()
    }
  }

  private static func wait(_ name: String, _ folder: String) -> Bool {
    let watch = FileDescriptor(owning: inotify_init1(Int32(IN_CLOEXEC)))
    inotify_add_watch(watch.number, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE))
    // Every message bus has a watch too, and a user's are few: without one it is looked now and then.
    for _ in 0..<1200 {
      if access("\(folder)/\(name)", F_OK) == 0 { return true }
      var entry = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, 200) > 0 { _ = try? watch.read(upTo: 4096) }
    }
    return false
  }
}
