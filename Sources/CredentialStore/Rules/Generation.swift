/// Makes the random id of a new store.
enum Generation {
  /// 16 lower-case hexadecimal digits.
  static func random() -> String { hex(UInt64.random(in: .min ... .max)) }

  static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
