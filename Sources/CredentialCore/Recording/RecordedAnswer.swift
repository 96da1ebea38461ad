/// One answer of a provider about a test user, redacted: nothing in it is a secret or an identifier.
package struct RecordedAnswer: Sendable, Equatable {
  /// About whom; kept apart from what is shown.
  package let credential: CredentialID
  /// When it was there.
  package let at: Moment
  /// The HTTP status; nil when no answer came.
  package let status: Int?
  /// Header fields of a short list, `name: value` a line, redacted.
  package let headers: [String]
  /// The body's shape: of a JSON object its members and their types; else what it looks like. Of a
  /// failure where it broke.
  package let body: String
  /// The class it got.
  package let answer: String
  /// The row of the profile that decided, such as `200, 400 error invalid_grant`.
  package let row: String

  /// Spells out an answer.
  package init(
    credential: CredentialID, at: Moment, status: Int?, headers: [String], body: String,
    answer: String, row: String
  ) {
    (self.credential, self.at, self.status) = (credential, at, status)
    (self.headers, self.body, self.answer, self.row) = (headers, body, answer, row)
  }

  /// The answer as bus and command show it, without whom it is about.
  package var fields: Fields {
    var fields: Fields = ["at": .time(at)]
    fields.add("status", status.map { .integer(Int64($0)) })
    fields.add("headers", .list(headers.map(Value.text)))
    fields.add("body", .text(body))
    fields.add("class", .text(answer))
    fields.add("row", .text(row))
    return fields
  }
}

/// The redacted answers that are kept about one test user.
package struct Recording: Sendable, Equatable {
  /// So many users of a provider are recorded at once.
  package static let mostUsers = 4
  /// So many answers are kept for each, the newest.
  package static let mostAnswers = 100

  /// About whom.
  package let credential: CredentialID
  /// Since when.
  package let since: Moment
  /// The answers, oldest first.
  package var answers: [RecordedAnswer]

  /// Describes a recording.
  package init(credential: CredentialID, since: Moment, answers: [RecordedAnswer] = []) {
    (self.credential, self.since, self.answers) = (credential, since, answers)
  }

  /// The recording as the bus shows it.
  package var fields: Fields {
    [
      "provider": .text(credential.provider.text), "subject": .text(credential.subject.text),
      "since": .time(since), "answers": .list(answers.map { .fields($0.fields) }),
    ]
  }
}

/// The outcome of `startRecording`.
package enum RecordingStart: Sendable, Equatable {
  /// Answers are kept since then.
  case recording(since: Moment)
  /// There is no such credential.
  case notFound
  /// `Recording.mostUsers` of the provider are recorded already.
  case tooMany
}
