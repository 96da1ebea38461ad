package import CredentialCore
package import Systemd

/// Rows of the bus API as ordered values.
package enum BusRow {
  /// The members that are instants: whole numbers in milliseconds on the bus.
  package static let instants: Set<String> = [
    "since", "last_confirmed", "last_look", "at", "confirmed", "suspected_since",
    "confirmable_from", "started", "until", "held_since", "released", "brake_since",
    "stale_since", "frozen_since", "paused_since", "baseline_until",
    "given", "signed_in", "expires", "last_push", "pushed_at", "push_held_since",
    "push_brake_since",
    "presented", "again_until", "last_at", "next_look", "look_since", "budget_until",
    "accepted", "deadline", "collected_at", "mapped_at", "refused_at",
  ]

  /// The members whose own members are counts, whatever they are called.
  private static let counts: Set<String> = ["deliveries", "credentials", "held"]

  /// An answer that is not what the API says.
  package static let unreadable = CommandFailure(
    .incompatible, "the daemon's answer is not of the form that this version knows",
    nextStep: "install credstatectl and credstated of the same version")

  /// The members of a row, in the order of the message.
  package static func fields(_ value: BusValue) throws(CommandFailure) -> Fields {
    try fields(value, instants: instants)
  }

  private static func fields(
    _ value: BusValue, instants: Set<String>
  ) throws(CommandFailure) -> Fields {
    guard let members = value.members else { throw unreadable }
    var fields: Fields = [:]
    for member in members where fields[member.name] == nil {
      let isInstant = instants.contains(member.name)
      fields.add(member.name, self.value(member.value, name: member.name, isInstant: isInstant))
    }
    return fields
  }

  /// The rows of an `aa{sv}`.
  package static func rows(_ value: BusValue) throws(CommandFailure) -> [Fields] {
    guard let elements = value.elements else { throw unreadable }
    var rows: [Fields] = []
    for element in elements { rows.append(try fields(element)) }
    return rows
  }

  /// One member's value; of a type that a row does not have, nil, so that it is left out.
  private static func value(_ value: BusValue, name: String, isInstant: Bool) -> Value? {
    switch value {
    case .string(let text), .objectPath(let text), .signature(let text): .text(text)
    case .bool(let truth): .boolean(truth)
    case .variant(let inner): self.value(inner, name: name, isInstant: isInstant)
    case .array(_, let elements): list(elements)
    case .fields:
      (try? fields(value, instants: counts.contains(name) ? [] : instants)).map(Value.fields)
    default:
      integer(value).map { number in
        isInstant ? .time(Moment(milliseconds: number)) : .integer(number)
      }
    }
  }

  /// A list; a dictionary of texts (`a{ss}`) becomes members.
  private static func list(_ elements: [BusValue]) -> Value {
    var fields: Fields = [:]
    var values: [Value] = []
    for element in elements {
      if case .entry(.string(let key), let inner) = element {
        fields.add(key, value(inner, name: key, isInstant: false))
      } else if let value = value(element, name: "", isInstant: false) {
        values.append(value)
      }
    }
    return fields.members.isEmpty ? .list(values) : .fields(fields)
  }

  private static func integer(_ value: BusValue) -> Int64? {
    switch value {
    case .byte(let number): Int64(number)
    case .int16(let number): Int64(number)
    case .uint16(let number): Int64(number)
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(exactly: number)
    default: nil
    }
  }
}
