/// How far the move of one user has come.
package struct TransferRecord: Sendable, Equatable {
  /// The user's name at the sending team.
  package let subject: Subject
  /// The identifier for the move; nil while it was not collected.
  package var identifier: Subject?
  /// When that was collected.
  package var identified: Moment?
  /// The name at the receiving team; nil while it is not known.
  package var successor: Subject?
  /// When that became known.
  package var mapped: Moment?
  /// Why the provider would not tell the next of them; nil when it was not asked or has told.
  package var refusal: String?
  /// When it refused.
  package var refused: Moment?

  /// Begins with nothing known.
  package init(_ subject: Subject) { self.subject = subject }

  /// Takes over what was answered at `now`.
  package mutating func note(_ reply: TransferReply, at now: Moment) {
    switch reply {
    case .identifier(let identifier):
      (self.identifier, identified) = (identifier, now)
      (refusal, refused) = (nil, nil)
    case .successor(let successor, _):
      (self.successor, mapped) = (successor, now)
      (refusal, refused) = (nil, nil)
    case .refused(let why): (refusal, refused) = (why, now)
    case .failed, .broken: break
    }
  }

  /// As bus and CLI show it.
  package var fields: Fields {
    var fields: Fields = ["subject": .text(subject.text)]
    fields.add("transfer_subject", (identifier?.text).map(Value.text))
    fields.add("collected_at", identified.map(Value.time))
    fields.add("new_subject", (successor?.text).map(Value.text))
    fields.add("mapped_at", mapped.map(Value.time))
    fields.add("refusal", refusal.map(Value.text))
    fields.add("refused_at", refused.map(Value.time))
    return fields
  }
}

/// What was answered about one user.
package struct TransferFinding: Sendable, Equatable {
  /// The user's name at the sending team.
  package let subject: Subject
  /// What was answered.
  package let reply: TransferReply

  /// Pairs them.
  package init(_ subject: Subject, _ reply: TransferReply) {
    self.subject = subject
    self.reply = reply
  }
}
