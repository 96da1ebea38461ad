internal import CredentialCore
internal import Systemd

extension BusValue {
  /// Prints a value in the bus's terms: text `s`, number and instant `x`, yes or no `b`, list `av`,
  /// members `a{sv}`.
  init(_ value: Value) {
    switch value {
    case .text(let text): self = .string(text)
    case .integer(let number): self = .int64(number)
    case .boolean(let flag): self = .bool(flag)
    case .time(let moment): self = .int64(moment.milliseconds)
    case .list(let values): self = .array(of: "v", values.map { .variant(BusValue($0)) })
    case .fields(let fields): self = BusValue(fields)
    }
  }

  /// Prints members as `a{sv}`, in their order.
  init(_ fields: Fields) {
    self = .fields(fields.members.map { BusField($0.name, BusValue($0.value)) })
  }
}
