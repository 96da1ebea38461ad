/// What is known of a user beside the identifier; a provider may tell it at the first authorization
/// only, so nothing ever overwrites something.
package struct UserProfile: Sendable, Equatable {
  /// The longest text of it, in bytes.
  package static let longestText = 255

  /// The address for mail to the user, and what is known of it.
  package struct Mail: Sendable, Equatable {
    /// The address.
    package let address: String
    /// Whether the provider has verified it; nil when it does not say.
    package let isVerified: Bool?
    /// Whether it is a relay that forwards to an address that stays hidden.
    package let isRelay: Bool

    /// Describes an address; one of Apple's relay is known by its domain too.
    package init(_ address: String, isVerified: Bool?, isRelay: Bool?) {
      self.address = address
      self.isVerified = isVerified
      self.isRelay = isRelay == true || Self.isAtRelay(address)
    }

    private static func isAtRelay(_ address: String) -> Bool {
      let domain = "@privaterelay.appleid.com"
      return Array(address.utf8.suffix(domain.utf8.count)).elementsEqual(domain.utf8) { one, two in
        // Domains are the same in capitals; 0x20 is what tells ASCII letters apart.
        one == two || ((0x41...0x5a).contains(one) && one | 0x20 == two)
      }
    }
  }

  /// The address for mail.
  package var mail: Mail?
  /// The name.
  package var name = PersonName()

  /// Knows nothing yet.
  package init() {}

  /// Whether nothing is known.
  package var isEmpty: Bool { mail == nil && name.isEmpty }

  /// The same with what `newer` says in place of what it says something about.
  package func updated(by newer: UserProfile) -> UserProfile {
    var whole = self
    whole.mail = newer.mail ?? mail
    whole.name = name.updated(by: newer.name)
    return whole
  }

  /// A text as it may stand in a profile; nil when it is empty, too long or holds control characters.
  package static func plain(_ text: String) -> String? {
    (1...longestText).contains(text.utf8.count) && text.firstControlCharacter == nil ? text : nil
  }

  /// Names and values, as a store keeps them; `init(members:)` reads them.
  package var members: [Label] {
    var members = name.members
    if let mail {
      members.append(Label(key: "email", value: mail.address))
      members.append(Label(key: "relay", value: "\(mail.isRelay)"))
      if let isVerified = mail.isVerified {
        members.append(Label(key: "verified", value: "\(isVerified)"))
      }
    }
    return members
  }

  /// Reads what `members` gave; other names are passed over.
  package init(members: [Label]) {
    let value = { (key: String) in members.first { $0.key == key }?.value }
    name = PersonName(members: members)
    mail = value("email").map { address in
      Mail(
        address, isVerified: value("verified").map { $0 == "true" },
        isRelay: value("relay") == "true")
    }
  }

  /// The profile as bus and CLI show it to those who may see it.
  package var fields: Fields {
    var fields: Fields = [:]
    fields.add("email", (mail?.address).map(Value.text))
    fields.add("email_verified", (mail?.isVerified).map(Value.boolean))
    fields.add("email_is_relay", (mail?.isRelay).map(Value.boolean))
    for member in name.members { fields.add(member.key, .text(member.value)) }
    fields.add("display_name", name.display.map(Value.text))
    return fields
  }
}
