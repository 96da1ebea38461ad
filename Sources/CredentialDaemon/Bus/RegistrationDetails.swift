internal import CredentialCore
internal import Systemd

/// The `details` of Register.
struct RegistrationDetails {
  /// The service's own name for the user; nil leaves the stored one.
  private(set) var account: String?
  /// The service's labels; nil leaves the stored ones.
  private(set) var labels: [Label]?

  /// Reads account and labels; any other key is a fault.
  init(_ fields: [BusField]) throws {
    for field in fields {
      switch (field.name, field.value) {
      case ("account", .string(let text)):
        guard (1...255).contains(text.utf8.count), text.firstControlCharacter == nil else {
          throw BusArguments.invalid(
            "account must be 1 to 255 bytes without control characters")
        }
        account = text
      case ("labels", let value): labels = try Self.labels(value)
      default: throw BusArguments.invalid("details may hold account (s) and labels (a{ss})")
      }
    }
  }

  private static func labels(_ value: BusValue) throws -> [Label] {
    let pairs: [(String?, String?)]
    switch value {
    case .fields(let fields): pairs = fields.map { ($0.name, $0.value.text) }
    case .array("{ss}", let entries):
      pairs = entries.map { entry in
        if case .entry(let key, let value) = entry { (key.text, value.text) } else { (nil, nil) }
      }
    default: throw BusArguments.invalid("labels is no a{ss}")
    }
    guard pairs.count <= 32 else { throw BusArguments.invalid("labels has more than 32 entries") }
    return try pairs.map { try label($0.0, $0.1) }
  }

  private static func label(_ key: String?, _ value: String?) throws -> Label {
    guard let key, let value, (1...64).contains(key.utf8.count), value.utf8.count <= 1024,
      (key + value).firstControlCharacter == nil
    else {
      throw BusArguments.invalid(
        "a label needs a key of 1 to 64 bytes and a text of up to 1024 without control characters")
    }
    return Label(key: key, value: value)
  }
}
