internal import CredentialCore
internal import CredentialProviders
internal import Crypto
internal import Glibc
internal import TOML

@testable import CredentialDaemon

extension FuzzTarget {
  /// Configuration text: a main file and, behind a NUL, a drop-in, read as the daemon reads them.
  static let configuration = FuzzTarget(name: "configuration") { bytes in
    requireTreeSurvives(bytes)
    let files = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let folder = ConfigurationFolder.shared
    folder.write("credstate.toml", files[0])
    folder.write("conf.d/10.toml", files.count > 1 ? files[1] : [])
    do throws(ConfigurationRefusal) {
      let loaded = try Configuration.load(folder.files, folder.surroundings)
      for hook in loaded.hooks {
        require(hook.command.first?.hasPrefix("/") == true, "a hook without an absolute path")
        require(hook.limits.timeout <= .seconds(3600), "a hook with an endless time-out")
      }
    } catch {
      let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
      require(!error.faults.isEmpty && lines.count <= 101, "\(lines.count) lines of faults")
      for line in lines { requirePrintable(String(line), limit: 1500) }
    }
  }

  /// What parses is written and parses again to the same tree.
  private static func requireTreeSurvives(_ bytes: [UInt8]) {
    do throws(TOMLError) {
      let tree = try TOMLDocument.parse(bytes)
      guard TOMLText.depth(of: tree) < 64 else { return }
      let text = TOMLText.document(tree)
      let again: TOMLNode
      do throws(TOMLError) { again = try TOMLDocument.parse(Array(text.utf8)) } catch {
        return require(false, "\(error) in what was written: \(text)")
      }
      require(TOMLText.document(again) == text, "the tree changed: \(text)")
    } catch {
      require(error.message.utf8.count < 512, "a message of \(error.message.utf8.count) bytes")
      let lines = bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).count
      let breaks = bytes.count { $0 == 10 || $0 == 13 }
      require(error.place.line <= max(lines, breaks) + 2, "a fault behind the end: \(error)")
    }
  }
}

/// A folder with a key, into which each input's files are written.
private struct ConfigurationFolder: Sendable {
  static let shared = ConfigurationFolder()
  let path: String

  init() {
    var template = Array("/tmp/credstate-fuzz-XXXXXX".utf8CString)
    require(mkdtemp(&template) != nil, "mkdtemp(3) failed")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    mkdir(path + "/conf.d", 0o700)
    let key = try? PrivateKey.generateP256().pem().reveal()
    write("key.p8", (key ?? [])[...])
    ConfigurationFolder.removed = strdup(path)
    atexit { ConfigurationFolder.remove() }
  }

  // Safe: written once, while the only thread that reads it later is the one that writes it.
  nonisolated(unsafe) private static var removed: UnsafeMutablePointer<CChar>?

  private static func remove() {
    guard let start = removed else { return }
    let path = String(cString: start)
    for name in ["conf.d/10.toml", "credstate.toml", "key.p8"] { unlink("\(path)/\(name)") }
    rmdir("\(path)/conf.d")
    rmdir(path)
  }

  func write(_ name: String, _ bytes: ArraySlice<UInt8>) {
    let number = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    require(number >= 0, "open(2) of \(path)/\(name) failed")
    let written = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    require(written == bytes.count, "write(2) was short")
    close(number)
  }

  var files: ConfigurationFiles { ConfigurationFiles(main: path + "/credstate.toml") }

  var surroundings: ConfigurationSurroundings {
    ConfigurationSurroundings(
      kinds: ProviderRegistry.kinds, credentialsDirectory: path, userAgent: "credstate/fuzz",
      now: { Moment(milliseconds: 0) })
  }
}
