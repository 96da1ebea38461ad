internal import CredentialCore
internal import Dispatch
internal import Linux
internal import Systemd

@testable import CredentialDaemon

extension FuzzTarget {
  /// A call on the bus: the method's name, then its arguments, each closed by a NUL.
  ///
  /// `a{sv}` is a list of name and value up to an empty record; a value's first letter is its type.
  static let bus = FuzzTarget(name: "bus") { bytes in
    var records = bytes.records[...]
    let name = records.popFirst() ?? ""
    guard let verb = MonitorInterface.verbs.first(where: { $0.method.name == name }) else { return }
    let values = verb.method.input.map { argument in
      BusRecords.value(argument.signature, &records)
    }
    let done = DispatchSemaphore(value: 0)
    Task {
      await call(verb, values)
      done.signal()
    }
    done.wait()
  }

  private static func call(_ verb: BusVerb, _ values: [BusValue]) async {
    do {
      let answer = try await verb.run(
        try BusArguments(values, of: verb, from: Caller(uid: 0)), StrictOperations())
      require(answer.signature == verb.method.output.map(\.signature).joined(), "another signature")
      try await requireCursorReturns(verb, values, answer)
    } catch let error as OperationError {
      require(error.code == .invalidArgument, "\(error.code): \(error)")
      requirePrintable(error.message, limit: 400)
    } catch { require(false, "an error without a name: \(error)") }
  }

  /// The cursor that a page ends with opens the next one behind the same credential.
  private static func requireCursorReturns(
    _ verb: BusVerb, _ values: [BusValue], _ answer: [BusValue]
  ) async throws {
    guard verb.method.name == "List", let cursor = answer.last?.text, !cursor.isEmpty else {
      return
    }
    var values = values
    values[2] = .string(cursor)
    _ = try await verb.run(
      try BusArguments(values, of: verb, from: Caller(uid: 0)),
      StrictOperations(after: StrictOperations.last))
  }
}

/// Reads values of declared types from an input's records.
private enum BusRecords {
  static func value(_ signature: String, _ records: inout ArraySlice<String>) -> BusValue {
    switch signature {
    case "s": .string(records.popFirst() ?? "")
    case "t": .uint64(UInt64(records.popFirst() ?? "") ?? 0)
    case "u": .uint32(UInt32(records.popFirst() ?? "") ?? 0)
    case "h": .descriptor(file(records.popFirst() ?? ""))
    case "a{sv}": .fields(fields(&records))
    default: fatalError("the fuzzer knows no \(signature)")
    }
  }

  private static func file(_ text: String) -> FileDescriptor {
    guard let file = try? FileDescriptor(memoryFile: "token"),
      (try? file.fill(Array(text.utf8))) != nil
    else { fatalError("no file in memory") }
    return file
  }

  private static func fields(_ records: inout ArraySlice<String>) -> [BusField] {
    var fields: [BusField] = []
    while let name = records.popFirst(), !name.isEmpty {
      let value = member(&records)
      // The reader of messages refuses a name that is there twice.
      if fields[name] == nil { fields.append(BusField(name, value)) }
    }
    return fields
  }

  private static func member(_ records: inout ArraySlice<String>) -> BusValue {
    let text = records.popFirst() ?? ""
    switch text.first {
    case "L":
      return .array(
        of: "{ss}", pairs(&records).map { .entry(.string($0), .string($1)) })
    case "F": return .fields(pairs(&records).map { BusField($0, .string($1)) })
    case "b": return .bool(true)
    case "x": return .int64(Int64(text.dropFirst()) ?? 0)
    case "v": return .variant(.string(String(text.dropFirst())))
    case "y": return .array(of: "y", text.utf8.map { .byte($0) })
    default: return .string(String(text.dropFirst()))
    }
  }

  private static func pairs(_ records: inout ArraySlice<String>) -> [(String, String)] {
    var pairs: [(String, String)] = []
    while let key = records.popFirst(), key != "." { pairs.append((key, records.popFirst() ?? "")) }
    return pairs
  }
}
