package import CredentialCore

extension SimulationReport {
  /// The report for `--json`; whole numbers, times in seconds.
  package var fields: Fields {
    var fields: Fields = ["plan": .fields(plan.fields)]
    fields.add(
      "looks",
      .fields([
        "enrolment": .fields(enrolment.fields), "before": .fields(before.fields),
        "during": .fields(during.fields), "after": .fields(after.fields),
      ]))
    fields.add("left", .integer(Int64(left)))
    fields.add("came_back", .integer(Int64(cameBack)))
    fields.add("log_outs", .integer(Int64(logOuts)))
    fields.add("wrong_log_outs", .integer(Int64(wrongLogOuts)))
    fields.add("first_wrong", firstWrong.isEmpty ? nil : .list(firstWrong.map { .text($0) }))
    fields.add("asked_to_sign_in", .integer(Int64(askedToSignIn)))
    fields.add("wrongly_asked_to_sign_in", .integer(Int64(askedWrongly)))
    fields.add("grants_lost", .integer(Int64(grantsLost)))
    fields.add("held", .integer(Int64(heldRightly)))
    fields.add("held_wrong_verdicts", .integer(Int64(heldWrongly)))
    fields.add("missed", .integer(Int64(missed)))
    fields.add("waiting", .integer(Int64(waiting)))
    fields.add("late", .integer(Int64(late)))
    fields.add("promised_seconds", .seconds(promised))
    fields.add("delay_p50_seconds", delayHalf.map { .seconds($0) })
    fields.add("delay_p99_seconds", delayMost.map { .seconds($0) })
    fields.add("delay_max_seconds", delayLongest.map { .seconds($0) })
    fields.add("catch_up_seconds", catchUp.map { .seconds($0) })
    fields.add("stale", .integer(Int64(stale)))
    fields.add("hook_runs", .integer(Int64(hookRuns)))
    fields.add("wrong_hook_runs", .integer(Int64(wrongHookRuns)))
    fields.add("superseded_hooks", .integer(Int64(supersededHooks)))
    fields.add("clock_steps", .integer(Int64(clockSteps)))
    fields.add("conditions", .list(told.map { .fields($0.fields) }))
    return fields
  }
}

extension SimulationPlan {
  fileprivate var fields: Fields {
    [
      "fault": .text(fault.rawValue), "seconds": .seconds(lasting),
      "credentials": .integer(Int64(credentials)),
      "looks_per_day": .integer(Int64((policy.looksPerSecond * 86_400).rounded())),
      "looks_needed_per_day": .integer(Int64((needed * 86_400).rounded())),
      "in_flight": .integer(Int64(policy.inFlight)), "interval_seconds": .seconds(policy.interval),
      "confirm_after_seconds": .seconds(policy.confirmAfter),
      "seed": .integer(Int64(bitPattern: seed)),
    ]
  }
}

extension SimulationReport.Looks {
  fileprivate var fields: Fields {
    [
      "seconds": .seconds(lasted), "sent": .integer(Int64(sent)),
      "mean_per_hour": .integer(Int64((mean * 3600).rounded())),
      "busiest_hour": .integer(Int64((peak * 3600).rounded())),
      "busiest_second": .integer(Int64(mostInSecond)),
    ]
  }
}

extension SimulationReport.Told {
  fileprivate var fields: Fields {
    [
      "kind": .text(kind.rawValue), "times": .integer(Int64(times)),
      "held_seconds": .seconds(held),
    ]
  }
}

extension Value {
  fileprivate static func seconds(_ duration: Duration) -> Self {
    .integer(duration.wholeMilliseconds / 1000)
  }
}
