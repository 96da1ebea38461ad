extension Event {
  /// The event as bus, CLI and hooks show it.
  package var fields: Fields {
    var fields: Fields = [
      "event_id": .text(id), "generation": .text(generation), "sequence": .integer(sequence),
      "kind": .text(body.kind.rawValue), "provider": .text(body.credential.provider.text),
      "subject": .text(body.credential.subject.text),
    ]
    fields.add("account", body.account.map(Value.text))
    fields.add("labels", .fields(body.labels.fields))
    fields.add("old_state", .text(body.oldState.rawValue))
    fields.add("state", .text(body.newState.rawValue))
    fields.add("reason", .text(body.reason.rawValue))
    fields.add("action", .text(body.action.rawValue))
    fields.add("at", .time(body.at))
    fields.add("evidence", .text(body.evidence.summary))
    fields.add("undoes", body.undoes.map(Value.integer))
    return fields
  }
}

extension [Label] {
  /// The labels as fields, in their order.
  package var fields: Fields {
    var fields: Fields = [:]
    for label in self { fields.add(label.key, .text(label.value)) }
    return fields
  }
}

extension Credential {
  /// The credential as bus and CLI show it; never a token.
  package var fields: Fields {
    var fields: Fields = [
      "provider": .text(id.provider.text), "subject": .text(id.subject.text),
    ]
    fields.add("account", account.map(Value.text))
    fields.add("labels", .fields(labels.fields))
    fields.add("state", .text(state.rawValue))
    fields.add("reason", .text(reason.rawValue))
    fields.add("since", .time(since))
    fields.add("last_confirmed", lastConfirmed.map(Value.time))
    fields.add("last_look", lastLook.map(Value.time))
    fields.add("last_answer", lastAnswer.map(Value.text))
    fields.add("stale_since", staleSince.map(Value.time))
    fields.add("signed_in", signedIn.map(Value.time))
    fields.add("profile", hasProfile ? .boolean(true) : nil)
    fields.add("last_push", lastPush.map(Value.time))
    fields.add("push", (heldPush?.verdict.rawValue).map(Value.text))
    fields.add("pushed_at", (heldPush?.at).map(Value.time))
    fields.add("push_held", (heldPush?.hold.cause.rawValue).map(Value.text))
    fields.add("push_held_since", (heldPush?.hold.since).map(Value.time))
    fields.add("state_event", stateEvent.map(Value.integer))
    fields.add("grants", .list(grants.map { .fields($0.fields) }))
    return fields
  }
}

extension Grant {
  fileprivate var fields: Fields {
    var fields: Fields = [
      "client": .text(client.text), "status": .text(status.rawValue),
      "epoch": .integer(epoch.number),
    ]
    fields.add("given", given.map(Value.time))
    fields.add("confirmed", confirmed.map(Value.time))
    fields.add("presented", (outstanding?.since).map(Value.time))
    fields.add("again_until", (outstanding?.again).map(Value.time))
    fields.add("isolated_looks", (isolated?.looks).map { .integer(Int64($0)) })
    fields.add("suspected_since", (suspicion?.opened).map(Value.time))
    fields.add("confirmable_from", (suspicion?.confirmableFrom).map(Value.time))
    fields.add("proofs", (suspicion?.proofs.count).map { .integer(Int64($0)) })
    fields.add("awaits_control", suspicion.map { _ in .boolean(awaitsControl) })
    fields.add("held", (suspicion?.hold?.cause.rawValue).map(Value.text))
    fields.add("held_since", (suspicion?.hold?.since).map(Value.time))
    fields.add("released", (suspicion?.hold?.released).map(Value.time))
    return fields
  }
}
