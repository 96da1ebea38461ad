internal import CredentialCore
internal import Crypto
internal import Linux

/// The two keys of which one says where a secret lies: `NAME_file`, or `NAME_credential` for a
/// credential of systemd.
struct SecretKeys: Sendable {
  /// The longest file of a secret.
  static let longestFile = 16_384

  let file: Key<String>
  let credential: Key<String>
  /// What it holds, such as `key`.
  let noun: String

  /// Keys called `name`_file and `name`_credential about a `noun`; `sentence` describes the file.
  init(_ name: String, noun: String, _ sentence: String) {
    self.noun = noun
    file = .optional(
      "\(name)_file", range: "an absolute path", sentence, check: Bounds.absolutePath)
    credential = .optional(
      "\(name)_credential", range: "a file name",
      "The systemd credential that holds the \(noun), instead of \(name)_file.",
      check: Self.fileName)
  }

  /// The keys for the manual.
  var documentation: [KeyDocumentation] { [file.documentation, credential.documentation] }

  /// Reads what the keys point at and hands it to `parse`, with the place for its errors; nil with a
  /// fault, or without one when `isRequired` is false and neither key is given.
  func read<Parsed>(
    _ section: inout Section, _ context: ProviderContext, isRequired: Bool = true,
    parse: (SecretBytes, _ report: (String) -> Void) -> Parsed?
  ) -> Parsed? {
    let earlier = section.faults.all.count
    let path = section.readIfPresent(file)
    let name = section.readIfPresent(credential)
    switch (path, name) {
    case (let path?, nil): return load(path, file.name, isPrivate: true, section, parse)
    case (nil, let name?):
      guard let directory = context.credentialsDirectory else {
        fault(
          credential.name,
          "systemd gives this process no credentials; use LoadCredential=\(name):FILE in the unit, "
            + "or \(file.name)", section)
        return nil
      }
      return load("\(directory)/\(name)", credential.name, isPrivate: false, section, parse)
    case (nil, nil):
      // One that was given wrongly is told already.
      if isRequired, section.faults.all.count == earlier {
        fault(file.name, "is missing: give \(file.name) or \(credential.name)", section)
      }
      return nil
    case (_?, _?):
      fault(file.name, "and \(credential.name) are both given; give one", section)
      return nil
    }
  }

  /// Reads a secret of one line, such as a client secret: 1 to 4096 printable ASCII characters, of which
  /// the line's end is no part (RFC 6749 appendix A.2).
  func readLine(
    _ section: inout Section, _ context: ProviderContext, isRequired: Bool = true
  ) -> Secret? {
    read(&section, context, isRequired: isRequired) { bytes, report in
      var line = bytes.reveal()[...]
      while let last = line.last, last == 0x0a || last == 0x0d { line.removeLast() }
      if line.isEmpty { report("the \(noun) is empty") }
      if line.count > 4096 { report("the \(noun) is longer than 4096 characters") }
      let isPrintable = line.allSatisfy { (0x20...0x7e).contains($0) }
      if !isPrintable { report("the \(noun) holds something else than printable ASCII") }
      return isPrintable && (1...4096).contains(line.count) ? Secret(Array(line)) : nil
    }
  }

  private func load<Parsed>(
    _ path: String, _ key: String, isPrivate: Bool, _ section: Section,
    _ parse: (SecretBytes, _ report: (String) -> Void) -> Parsed?
  ) -> Parsed? {
    do throws(SystemError) {
      let content = try SmallFile(path: path, limit: Self.longestFile)
      if isPrivate, content.mode & 0o007 != 0 {
        fault(key, "\(path) can be used by everybody; take that away: chmod o= \(path)", section)
        return nil
      }
      return parse(SecretBytes(content.bytes)) { fault(key, "\(path): \($0)", section) }
    } catch {
      fault(key, "the \(noun) cannot be read: \(error)", section)
      return nil
    }
  }

  private func fault(_ name: String, _ message: String, _ section: Section) {
    section.fault(name, message, at: section.position(of: name))
  }

  private static let fileName: @Sendable (String) -> String? = {
    $0.isEmpty || $0.utf8.contains(UInt8(ascii: "/")) || $0.utf8.contains(0)
      ? "must be the name of a credential, not a path" : nil
  }
}
