internal import CredentialCore

/// What a hook is given: environment and standard input. `docs/writing-hooks.md` is its text.
package enum HookContract {
  /// The version of the document on standard input; fields are added without a new one.
  package static let version: Int64 = 1
  /// The working directory.
  package static let directory = "/"
  /// The file mode mask.
  package static let mask: UInt32 = 0o077
  /// What every hook's environment begins with, whatever the daemon's own is. The runner adds `USER`
  /// and its mark.
  package static let standardEnvironment = [
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/", "LANG=C.UTF-8",
  ]

  /// The whole environment of one attempt.
  static func environment(_ event: Event, attempt: Int, previous: AttemptOutcome.Kind?) -> [String]
  {
    let body = event.body
    let values: [(Names.HookVariable, String?)] = [
      (.eventID, event.id), (.event, body.kind.rawValue), (.action, body.action.rawValue),
      (.state, body.newState.rawValue), (.reason, body.reason.rawValue),
      (.provider, body.credential.provider.text), (.subject, body.credential.subject.text),
      (.account, body.account), (.attempt, String(attempt)), (.previous, previous?.rawValue),
    ]
    return standardEnvironment
      + values.compactMap { variable, value in
        value.flatMap(single).map { "\(variable.rawValue)=\($0)" }
      }
  }

  /// A value that cannot be misread line by line; one with control characters is in the JSON only.
  private static func single(_ value: String) -> String? {
    value.firstControlCharacter == nil ? value : nil
  }

  /// The document on standard input, one line of JSON.
  static func input(_ event: Event, _ facts: AttemptFacts) -> String {
    let body = event.body
    var credential: Fields = [
      "provider": .text(body.credential.provider.text),
      "subject": .text(body.credential.subject.text),
    ]
    credential.add("account", body.account.map(Value.text))
    credential.add("labels", .fields(body.labels.fields))
    var document: Fields = [
      "version": .integer(version), "event_id": .text(event.id),
      "generation": .text(event.generation), "sequence": .integer(event.sequence),
      "event": .text(body.kind.rawValue), "action": .text(body.action.rawValue),
      "reason": .text(body.reason.rawValue), "at": .time(body.at),
      "old_state": .text(body.oldState.rawValue), "state": .text(body.newState.rawValue),
    ]
    document.add("undoes", body.undoes.map(Value.integer))
    document.add("credential", .fields(credential))
    document.add("state_now", (facts.stateNow?.rawValue).map(Value.text))
    document.add("others", .list(facts.others.map { .fields($0.fields) }))
    document.add("attempt", .integer(Int64(facts.attempt)))
    document.add("previous", (facts.previous?.rawValue).map(Value.text))
    return Value.fields(document).json + "\n"
  }
}

extension AttemptFacts.Other {
  fileprivate var fields: Fields {
    [
      "provider": .text(id.provider.text), "subject": .text(id.subject.text),
      "state": .text(state.rawValue),
    ]
  }
}
