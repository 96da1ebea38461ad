internal import CredentialCore
internal import JOSE
internal import JSON

/// One event of a message, whatever its transmitter's form.
struct PushedEvent: Equatable {
  /// Its type: a word or a URI.
  let type: String
  let members: JSONObject

  /// The last part of its type, for people.
  var name: String {
    StrangerText.shown(type.split(separator: "/").last.map(String.init) ?? type)
  }

  /// Reads the claim `events`; one that is missing, malformed or too long is refused.
  static func read(
    _ value: JSONValue?, _ shape: TransmitterProfile.EventShape
  ) throws(PushRefusal) -> [PushedEvent] {
    guard let value else { throw refusal("events of the token is missing") }
    let events: [PushedEvent] =
      switch shape {
      case .byURI: try byURI(value)
      case .typed: try typed(value)
      }
    guard (1...TransmitterProfile.mostEvents).contains(events.count) else {
      throw refusal(
        "events of the token has \(events.count) events; 1 to \(TransmitterProfile.mostEvents) "
          + "are read")
    }
    return events
  }

  private static func byURI(_ value: JSONValue) throws(PushRefusal) -> [PushedEvent] {
    guard let table = value.object else { throw refusal("events of the token is no JSON object") }
    var events: [PushedEvent] = []
    for member in table.members {
      guard let members = member.value.object else {
        throw refusal("an event of the token is no JSON object")
      }
      events.append(PushedEvent(type: member.key, members: members))
    }
    return events
  }

  /// Apple's: on the wire a text that holds JSON, though the documentation shows an object.
  private static func typed(_ value: JSONValue) throws(PushRefusal) -> [PushedEvent] {
    var values = [value]
    if let text = value.string { values = [try parse(text)] }
    if let list = values[0].array { values = list }
    var events: [PushedEvent] = []
    for value in values {
      guard let members = (value.string == nil ? value : try parse(value.string ?? "")).object,
        let type = members["type"]?.string
      else { throw refusal("an event of the token is no JSON object with a text type") }
      events.append(PushedEvent(type: type, members: members))
    }
    return events
  }

  private static func parse(_ text: String) throws(PushRefusal) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.parse(
        Array(text.utf8), maximumBytes: TransmitterProfile.longestToken)
    } catch { throw refusal("events of the token is a text without JSON: \(error)") }
  }

  private static func refusal(_ sentence: String) -> PushRefusal {
    PushRefusal(.invalidRequest, sentence)
  }
}

extension PushedEvent {
  /// The year 3000; no sane event is of a later time.
  private static let latest = 32_503_680_000.0

  /// When it happened: what the event says of that, else what the message says, else when it was
  /// issued, else when it came.
  func moment(issued: Int64?, claims: ClaimSet, received: Moment) -> Moment {
    let said =
      Self.moment(members["event_time"]) ?? Self.moment(members["event_timestamp"])
      ?? Self.moment(claims["toe"])
    return said ?? issued.map { Moment(milliseconds: $0 * 1000) } ?? received
  }

  /// A time in seconds or milliseconds since 1970, as a number or as a text; nil for anything else.
  static func moment(_ value: JSONValue?) -> Moment? {
    let number = value?.number ?? value?.string.flatMap { Int64($0) }.map(Double.init)
    guard let number, number > 0 else { return nil }
    if number < latest { return Moment(milliseconds: Int64(number * 1000)) }
    return number < latest * 1000 ? Moment(milliseconds: Int64(number)) : nil
  }
}
