internal import CredentialCore
internal import Linux
internal import Systemd

/// The arguments of one call, read as domain values; each fault is an InvalidArgument with the
/// argument's name.
struct BusArguments: Sendable {
  private let values: [BusValue]
  /// The last argument of every method.
  let flags: UInt64
  /// Who calls.
  let caller: Caller

  /// Reads the arguments of a call to `verb`; a flag that the verb does not describe is a fault.
  init(_ values: [BusValue], of verb: BusVerb, from caller: Caller) throws {
    self.values = values
    self.caller = caller
    guard case .uint64(let flags)? = values.last else { throw Self.invalid("flags is missing") }
    guard flags & ~verb.flags == 0 else {
      throw Self.invalid("flags has bits that \(verb.method.name) does not know: \(flags)")
    }
    self.flags = flags
  }

  /// The first two arguments, a provider and a subject.
  func credential() throws -> CredentialID {
    CredentialID(provider: try provider(text(0)), subject: try subject(text(1)))
  }

  /// What the audit is told of a call about one credential, or of none. A user who is forgotten is
  /// not named.
  func audited(_ verb: AuditVerb) throws -> OperationRequest {
    guard verb != .reload else { return OperationRequest(by: caller, provider: nil) }
    let id = try credential()
    return OperationRequest(
      by: caller, provider: id.provider, subject: verb == .forget ? nil : id.subject,
      reason: verb == .report ? "saw \(text(2))" : "")
  }

  /// The arguments of an operation on verdicts: provider, for some a subject, and the reason, each
  /// empty for none.
  func operation(hasSubject: Bool) throws -> OperationRequest {
    let (name, user) = (text(0), hasSubject ? text(1) : "")
    guard user.isEmpty || !name.isEmpty else {
      throw Self.invalid("provider is empty, but subject is not")
    }
    return OperationRequest(
      by: caller, provider: name.isEmpty ? nil : try provider(name),
      subject: user.isEmpty ? nil : try subject(user), reason: text(hasSubject ? 2 : 1),
      isPreview: flags & BusVerb.preview != 0)
  }

  func text(_ index: Int) -> String { values[index].text ?? "" }

  func fields(_ index: Int) -> [BusField] { values[index].members ?? [] }

  func file(_ index: Int) throws -> FileDescriptor {
    guard case .descriptor(let file) = values[index] else {
      throw Self.invalid("no file was given")
    }
    return file
  }

  /// A page's size: 1 to 1000, 0 for 1000.
  func limit(_ index: Int) throws -> Int {
    guard case .uint32(let limit) = values[index] else { throw Self.invalid("limit is missing") }
    guard limit <= 1000 else { throw Self.invalid("limit is \(limit); the highest is 1000") }
    return limit == 0 ? 1000 : Int(limit)
  }

  func sequence(_ index: Int) throws -> Int64 {
    guard case .uint64(let number) = values[index], let sequence = Int64(exactly: number) else {
      throw Self.invalid("after is no sequence number")
    }
    return sequence
  }

  /// A client id.
  static func client(_ text: String) throws -> ClientID {
    do { return try ClientID(text) } catch { throw invalid("\(error)") }
  }

  func provider(_ text: String) throws -> ProviderName {
    do { return try ProviderName(text) } catch { throw Self.invalid("\(error)") }
  }

  func subject(_ text: String) throws -> Subject {
    do { return try Subject(text) } catch { throw Self.invalid("\(error)") }
  }

  static func invalid(_ sentence: String) -> OperationError {
    OperationError(.invalidArgument, sentence)
  }
}
