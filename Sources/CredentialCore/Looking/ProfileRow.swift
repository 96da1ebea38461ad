/// One row of a provider's answer profile, for people: which answers, what they are taken for, why.
package struct ProfileRow: Sendable, Equatable {
  /// The HTTP statuses, such as `400` or `4xx`.
  package let status: String
  /// The shape of the body; nil for any.
  package let body: String?
  /// The error code; nil for any.
  package let error: String?
  /// What the answer says beside the code; nil for anything.
  package let subtype: String?
  /// The class.
  package let answer: String
  /// How much an answer of the class can prove.
  package let strength: Answer.Strength
  /// Why, one sentence.
  package let why: String
  /// Where the configuration says so, `file:line:column`; nil for a row of the kind's own.
  package let place: String?

  /// Describes a row.
  package init(
    status: String, body: String?, error: String?, subtype: String? = nil, answer: String,
    strength: Answer.Strength, why: String, place: String?
  ) {
    self.subtype = subtype
    (self.status, self.body, self.error) = (status, body, error)
    (self.answer, self.strength, self.why, self.place) = (answer, strength, why, place)
  }

  /// The row as bus and command show it.
  package var fields: Fields {
    var fields: Fields = ["status": .text(status)]
    fields.add("body", body.map(Value.text))
    fields.add("error", error.map(Value.text))
    fields.add("subtype", subtype.map(Value.text))
    fields.add("class", .text(answer))
    fields.add("strength", .text(strength.rawValue))
    fields.add("why", .text(why))
    fields.add("configured", .boolean(place != nil))
    fields.add("place", place.map(Value.text))
    return fields
  }
}
