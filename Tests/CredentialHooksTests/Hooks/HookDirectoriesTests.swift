import CredentialCore
import CredentialHooks
import Glibc
import Support
import Testing

@Suite("Hooks in directories")
struct HookDirectoriesTests {
  private let folder = TemporaryFolder()

  @Test("backups of editors and package managers are passed over and listed with the reason")
  func backups() {
    let backups = [
      "#10-a#", ".10-a.swp", "10-a.bak", "10-a.dpkg-old", "10-a.orig", "10-a.rpmsave", "10-a~",
    ]
    for name in ["10-a"] + backups { folder.write("hooks.d/\(name)", "", mode: 0o755) }
    let hooks = HookDirectories([folder.file("hooks.d")])
    #expect(hooks.found.map(\.name.text) == ["10-a"])
    #expect(hooks.skipped.map(\.path) == backups.map { folder.file("hooks.d/\($0)") })
    #expect(!hooks.skipped.contains { $0.isWarning || $0.reason.isEmpty })
  }

  @Test("a file without the execute bit is a warning, and the others are found all the same")
  func notExecutable() {
    folder.write("hooks.d/10-a", "", mode: 0o644)
    folder.write("hooks.d/20-b.sh", "", mode: 0o755)
    let hooks = HookDirectories([folder.file("hooks.d")])
    #expect(hooks.found.map(\.path) == [folder.file("hooks.d/20-b.sh")])
    #expect(hooks.skipped.filter(\.isWarning).map(\.path) == [folder.file("hooks.d/10-a")])
    #expect(hooks.skipped.first?.reason == "it is not executable; chmod +x it")
  }

  @Test("the administrator's file hides the vendor's, a link to /dev/null hides it without a hook")
  func hides() {
    for name in ["etc/10-a", "usr/10-a", "usr/20-b", "usr/30-c"] {
      folder.write(name, "", mode: 0o755)
    }
    symlink("/dev/null", folder.file("etc/20-b"))
    let hooks = HookDirectories([folder.file("etc"), folder.file("usr"), folder.file("none")])
    #expect(hooks.found.map(\.path) == [folder.file("etc/10-a"), folder.file("usr/30-c")])
    #expect(hooks.skipped.filter(\.isWarning) == [])
  }

  @Test("names come in byte order whatever the locale is")
  func order() {
    for name in ["10-b", "2-a", "B", "a", "ä", "_z"] {
      folder.write("hooks.d/\(name)", "", mode: 0o755)
    }
    setlocale(LC_ALL, "tr_TR.UTF-8")
    defer { setlocale(LC_ALL, "C") }
    let hooks = HookDirectories([folder.file("hooks.d")])
    #expect(hooks.found.map(\.name.text) == ["10-b", "2-a", "B", "a"])
  }
}
