internal import CSystemd
internal import Linux

/// Appends values to one message.
struct BusWriter {
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { self.message = message }

  /// Appends all of `values`, each as one argument.
  func append(_ values: [BusValue]) throws(BusError) {
    for value in values { try append(value) }
  }

  private func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let number): try basic("y", number)
    case .bool(let flag): try basic("b", Int32(flag ? 1 : 0))
    case .int16(let number): try basic("n", number)
    case .uint16(let number): try basic("q", number)
    case .int32(let number): try basic("i", number)
    case .uint32(let number): try basic("u", number)
    case .int64(let number): try basic("x", number)
    case .uint64(let number): try basic("t", number)
    case .double(let number): try basic("d", number)
    case .string(let text): try self.text("s", text)
    case .objectPath(let text): try self.text("o", text)
    case .signature(let text): try self.text("g", text)
    case .descriptor(let file): try basic("h", file.number)
    case .array, .fields, .entry, .variant, .structure: try container(value)
    }
  }

  private func container(_ value: BusValue) throws(BusError) {
    switch value {
    case .array(let element, let values):
      guard values.allSatisfy({ $0.signature == element }) else {
        throw BusError(.malformed, "an array of \(element) holds another type")
      }
      try inside("a", element) { writer throws(BusError) in try writer.append(values) }
    case .fields(let fields):
      try inside("a", "{sv}") { writer throws(BusError) in
        for field in fields {
          try writer.append(.entry(.string(field.name), .variant(field.value)))
        }
      }
    case .entry(let key, let value):
      try inside("e", key.signature + value.signature) { writer throws(BusError) in
        try writer.append([key, value])
      }
    case .variant(let value):
      try inside("v", value.signature) { writer throws(BusError) in try writer.append(value) }
    case .structure(let members):
      try inside("r", members.signature) { writer throws(BusError) in try writer.append(members) }
    default: break
    }
  }

  private func inside(
    _ type: Character, _ contents: String, _ body: (BusWriter) throws(BusError) -> Void
  ) throws(BusError) {
    let code = CChar(bitPattern: type.asciiValue ?? 0)
    try check(sd_bus_message_open_container(message, code, contents), contents)
    try body(self)
    try check(sd_bus_message_close_container(message), contents)
  }

  private func basic<Number>(_ type: Character, _ number: Number) throws(BusError) {
    let code = CChar(bitPattern: type.asciiValue ?? 0)
    let status = withUnsafePointer(to: number) { sd_bus_message_append_basic(message, code, $0) }
    try check(status, String(type))
  }

  private func text(_ type: Character, _ text: String) throws(BusError) {
    guard !text.utf8.contains(0) else {
      throw BusError(.malformed, "a text with a NUL byte cannot be sent over D-Bus")
    }
    let code = CChar(bitPattern: type.asciiValue ?? 0)
    let status = text.withCString { sd_bus_message_append_basic(message, code, $0) }
    try check(status, String(type))
  }

  private func check(_ status: Int32, _ type: String) throws(BusError) {
    guard status >= 0 else {
      throw BusError.system(.malformed, status, "a value of type \(type) cannot be sent")
    }
  }
}
