internal import JSON

extension JSONObject {
  /// Takes members over; null leaves one out.
  mutating func merge(_ other: JSONObject) {
    for member in other.members { self[member.key] = member.value.isNull ? nil : member.value }
  }
}
