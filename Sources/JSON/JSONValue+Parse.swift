internal import CJansson

extension JSONValue {
  /// How deeply arrays and objects may be nested.
  package static let maximumDepth = 64

  /// Reads one document of at most `maximumBytes` bytes.
  ///
  /// Refused: duplicate names, NUL characters, invalid UTF-8, anything after the value, numbers
  /// beyond their type, nesting beyond `maximumDepth`.
  package static func parse(_ bytes: [UInt8], maximumBytes: Int) throws(JSONError) -> JSONValue {
    guard bytes.count <= maximumBytes else {
      throw JSONError(code: .tooLarge, offset: maximumBytes, line: 1)
    }
    try checkBytes(bytes)
    var error = json_error_t()
    let loaded = bytes.withUnsafeBytes { buffer in
      cjansson_load(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &error)
    }
    guard let loaded, !bytes.isEmpty else {
      if let loaded { cjansson_release(loaded) }
      throw JSONError(error, in: bytes)
    }
    defer { cjansson_release(loaded) }
    return JSONValue(loaded)
  }

  /// Refuses a NUL byte and nesting that is too deep, before the library sees the document.
  private static func checkBytes(_ bytes: [UInt8]) throws(JSONError) {
    var depth = 0
    var inText = false
    var escaped = false
    for (offset, byte) in bytes.enumerated() {
      if byte == 0 { throw JSONError(.nul, at: offset, in: bytes) }
      if inText {
        if escaped { escaped = false; continue }
        if byte == UInt8(ascii: "\\") { escaped = true }
        if byte == UInt8(ascii: "\"") { inText = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth > maximumDepth { throw JSONError(.tooDeep, at: offset, in: bytes) }
    }
  }

  private init(_ value: UnsafeMutablePointer<json_t>) {
    switch json_type(UInt32(cjansson_type(value))) {
    case JSON_OBJECT: self = .object(Self.object(value))
    case JSON_ARRAY: self = .array(Self.array(value))
    case JSON_STRING: self = .string(Self.text(json_string_value(value), json_string_length(value)))
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
    case JSON_REAL: self = .real(json_real_value(value))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  private static func array(_ value: UnsafeMutablePointer<json_t>) -> [JSONValue] {
    (0..<json_array_size(value)).compactMap { json_array_get(value, $0).map { JSONValue($0) } }
  }

  private static func object(_ value: UnsafeMutablePointer<json_t>) -> JSONObject {
    var members: [JSONObject.Member] = []
    var iterator = json_object_iter(value)
    while let position = iterator {
      if let key = json_object_iter_key(position), let item = json_object_iter_value(position) {
        members.append(JSONObject.Member(key: String(cString: key), value: JSONValue(item)))
      }
      iterator = json_object_iter_next(value, position)
    }
    return JSONObject(unique: members)
  }
}

extension JSONError {
  /// A fault at `offset`, with its line counted.
  init(_ code: Code, at offset: Int, in bytes: [UInt8]) {
    let line = 1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
    self.init(code: code, offset: offset, line: line)
  }

  /// The library's error without its text, which quotes the document.
  init(_ error: json_error_t, in bytes: [UInt8]) {
    let offset = max(0, min(Int(error.position), bytes.count))
    guard !bytes.isEmpty else { self.init(.truncated, at: 0, in: bytes); return }
    self.init(
      Self.code(withUnsafePointer(to: error) { cjansson_error_code($0) }), at: offset, in: bytes)
  }

  private static func code(_ code: Int32) -> Code {
    switch json_error_code(UInt32(code)) {
    case json_error_out_of_memory: .outOfMemory
    case json_error_stack_overflow: .tooDeep
    case json_error_invalid_utf8: .invalidUTF8
    case json_error_premature_end_of_input: .truncated
    case json_error_end_of_input_expected: .trailing
    case json_error_null_character, json_error_null_byte_in_key: .nul
    case json_error_duplicate_key: .duplicateKey
    case json_error_numeric_overflow: .numberRange
    default: .syntax
    }
  }
}
