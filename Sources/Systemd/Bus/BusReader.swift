internal import CSystemd
internal import Glibc
internal import Linux

/// Reads the body of one message into values, within bounds.
struct BusReader {
  /// How much a message may hold.
  private let limits: BusLimits
  private let message: OpaquePointer
  private var bytes = 0
  private var count = 0

  init(_ message: OpaquePointer, limits: BusLimits) {
    self.message = message
    self.limits = limits
  }

  /// Reads every argument from the beginning.
  static func arguments(
    of message: OpaquePointer, limits: BusLimits
  ) throws(BusError) -> [BusValue] {
    sd_bus_message_rewind(message, 1)
    var reader = BusReader(message, limits: limits)
    var values: [BusValue] = []
    while let value = try reader.next(at: "argument \(values.count + 1)", depth: 0) {
      values.append(value)
    }
    return values
  }

  private mutating func next(at place: String, depth: Int) throws(BusError) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let status = sd_bus_message_peek_type(message, &type, &contents)
    guard status >= 0 else { throw BusError.system(.malformed, status, place) }
    guard status > 0 else { return nil }
    try count(place, depth)
    let inner = contents.map { String(cString: $0) } ?? ""
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "a"): return try array(of: inner, at: place, depth)
    case UInt8(ascii: "v"): return .variant(try variant(of: inner, at: place, depth))
    case UInt8(ascii: "r"): return .structure(try members("r", inner, at: place, depth))
    case UInt8(ascii: "e"):
      let pair = try members("e", inner, at: place, depth)
      guard pair.count == 2 else { throw BusError(.malformed, "\(place): a pair without a value") }
      return .entry(pair[0], pair[1])
    default: return try basic(UInt8(bitPattern: type), at: place)
    }
  }

  private mutating func count(_ place: String, _ depth: Int) throws(BusError) {
    count += 1
    guard depth <= limits.depth else {
      throw BusError(.tooLarge, "\(place): nested deeper than \(limits.depth) levels")
    }
    guard count <= limits.values else {
      throw BusError(.tooLarge, "\(place): more than \(limits.values) values in one message")
    }
  }

  private mutating func array(
    of element: String, at place: String, _ depth: Int
  ) throws(BusError) -> BusValue {
    guard element == "{sv}" else {
      return .array(of: element, try members("a", element, at: place, depth))
    }
    try enter("a", element, place)
    var fields: [BusField] = []
    var names: Set<String> = []
    while let entry = try next(at: "\(place), entry \(fields.count + 1)", depth: depth + 1) {
      guard case .entry(.string(let name), .variant(let value)) = entry else { break }
      guard names.insert(name).inserted else {
        throw BusError(.malformed, "\(place): the key \"\(printable(name))\" is there twice")
      }
      fields.append(BusField(name, value))
    }
    try exit(place)
    return .fields(fields)
  }

  private mutating func variant(
    of contents: String, at place: String, _ depth: Int
  ) throws(BusError) -> BusValue {
    guard let value = try members("v", contents, at: place, depth).first else {
      throw BusError(.malformed, "\(place): an empty variant")
    }
    return value
  }

  private mutating func members(
    _ type: Character, _ contents: String, at place: String, _ depth: Int
  ) throws(BusError) -> [BusValue] {
    try enter(type, contents, place)
    var values: [BusValue] = []
    while let value = try next(at: "\(place), element \(values.count + 1)", depth: depth + 1) {
      values.append(value)
    }
    try exit(place)
    return values
  }

  private func enter(
    _ type: Character, _ contents: String, _ place: String
  ) throws(BusError) {
    let code = CChar(bitPattern: type.asciiValue ?? 0)
    let status = sd_bus_message_enter_container(message, code, contents)
    guard status > 0 else { throw BusError.system(.malformed, status, place) }
  }

  private func exit(_ place: String) throws(BusError) {
    let status = sd_bus_message_exit_container(message)
    guard status >= 0 else { throw BusError.system(.malformed, status, place) }
  }

  private mutating func basic(_ type: UInt8, at place: String) throws(BusError) -> BusValue {
    switch type {
    case UInt8(ascii: "y"): return .byte(try read(type, UInt8(), place))
    case UInt8(ascii: "b"): return .bool(try read(type, Int32(), place) != 0)
    case UInt8(ascii: "n"): return .int16(try read(type, Int16(), place))
    case UInt8(ascii: "q"): return .uint16(try read(type, UInt16(), place))
    case UInt8(ascii: "i"): return .int32(try read(type, Int32(), place))
    case UInt8(ascii: "u"): return .uint32(try read(type, UInt32(), place))
    case UInt8(ascii: "x"): return .int64(try read(type, Int64(), place))
    case UInt8(ascii: "t"): return .uint64(try read(type, UInt64(), place))
    case UInt8(ascii: "d"): return .double(try read(type, Double(), place))
    case UInt8(ascii: "s"): return .string(try text(type, place))
    case UInt8(ascii: "o"): return .objectPath(try text(type, place))
    case UInt8(ascii: "g"): return .signature(try text(type, place))
    case UInt8(ascii: "h"): return .descriptor(try descriptor(place))
    default: throw BusError(.malformed, "\(place): a type that D-Bus does not know")
    }
  }

  private func read<Number>(
    _ type: UInt8, _ zero: Number, _ place: String
  ) throws(BusError) -> Number {
    var number = zero
    let status = withUnsafeMutablePointer(to: &number) {
      sd_bus_message_read_basic(message, CChar(bitPattern: type), $0)
    }
    guard status > 0 else { throw BusError.system(.malformed, status, place) }
    return number
  }

  private mutating func text(_ type: UInt8, _ place: String) throws(BusError) -> String {
    let pointer = try read(type, UnsafePointer<CChar>?.none, place)
    let text = pointer.map { String(cString: $0) } ?? ""
    bytes += text.utf8.count
    guard bytes <= limits.textBytes else {
      throw BusError(
        .tooLarge, "\(place): more than \(limits.textBytes) bytes of text in one message")
    }
    return text
  }

  private func descriptor(_ place: String) throws(BusError) -> FileDescriptor {
    // The message keeps its own, which is closed with the message.
    let copy = fcntl(try read(UInt8(ascii: "h"), Int32(-1), place), F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else {
      throw BusError(.tooLarge, "\(place): no file descriptor is left to take it")
    }
    return FileDescriptor(owning: copy)
  }
}
