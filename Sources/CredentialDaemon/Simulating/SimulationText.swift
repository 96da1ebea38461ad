internal import CredentialCore
internal import CredentialMonitor

/// A simulation's report for people.
struct SimulationText {
  let report: SimulationReport

  /// The whole text, a line each.
  var lines: [String] {
    let parts: [[String]] = [head, [""], looks, [""], outcomes, [""], conditions, wrong]
    return parts.flatMap { $0 }
  }

  private var head: [String] {
    let plan = report.plan
    let policy = plan.policy
    let pace = Self.rate(policy.looksPerSecond)
    var lines = [
      "fault \(plan.fault.rawValue): \(plan.fault.sentence)",
      "\(plan.credentials) users of one client, seed \(plan.seed); "
        + "interval \(Self.time(policy.interval)), confirm_after \(Self.time(policy.confirmAfter)), "
        + "\(pace) looks/s, \(policy.inFlight) in flight",
    ]
    if policy.looksPerSecond < plan.needed {
      lines.append(
        "so many users need \(Self.rate(plan.needed)) looks/s, more than the pace allows")
    }
    return lines
  }

  private var looks: [String] {
    let phases = [
      ("enrolment", report.enrolment), ("before", report.before), ("during", report.during),
      ("after", report.after),
    ]
    let titles = ["looks", "for", "sent", "mean/s", "busiest hour/s", "busiest second"]
    let rows = phases.map { name, looks in
      [
        name, Self.time(looks.lasted), String(looks.sent), Self.rate(looks.mean),
        Self.rate(looks.peak), String(looks.mostInSecond),
      ]
    }
    return Self.table([titles] + rows)
  }

  private var outcomes: [String] {
    let longest = "p99 \(Self.time(report.delayMost)), longest \(Self.time(report.delayLongest))"
    let rows = [
      ("users gone", "\(report.left); \(report.cameBack) came back before it was noticed"),
      ("wrong log-outs", "\(report.wrongLogOuts)"),
      ("log-outs", "\(report.logOuts) right"),
      ("asked to sign in", "\(report.askedToSignIn) rightly, \(report.askedWrongly) wrongly"),
      ("held", "\(report.heldRightly) right verdicts, \(report.heldWrongly) wrong ones"),
      ("tokens given up", "\(report.grantsLost), their users stay"),
      (
        "missed",
        "\(report.missed); \(report.waiting) not due yet, promised within "
          + Self.time(report.promised)
      ),
      ("late", "\(report.late) later than with every look in its time"),
      ("stale", "\(report.stale) users not confirmed for long"),
      (
        "hook runs",
        "\(report.hookRuns), \(report.wrongHookRuns) for users who were not gone; "
          + "\(report.supersededHooks) superseded"
      ),
      ("clock steps", "\(report.clockSteps)"),
      ("detection delay", "p50 \(Self.time(report.delayHalf)), \(longest)"),
      ("catch-up", report.catchUp.map { Self.time($0) } ?? "not to the end"),
    ]
    return Self.table(rows.map { [$0.0, $0.1] })
  }

  private var conditions: [String] {
    guard !report.told.isEmpty else { return ["no condition was told"] }
    let rows = report.told.map {
      [$0.kind.rawValue, "\(Amount($0.times, "time"))", Self.time($0.held)]
    }
    return Self.table([["told", "", "held for"]] + rows)
  }

  private var wrong: [String] {
    guard !report.firstWrong.isEmpty else { return [] }
    return ["", "the first wrong log-outs:"] + report.firstWrong.map { "  \($0)" }
  }

  /// A duration to three places of its largest unit: seconds from a minute on, minutes from a day on.
  private static func time(_ duration: Duration?) -> String {
    guard let duration else { return "-" }
    let step: Int64 = duration < .seconds(60) ? 1 : duration < .seconds(86_400) ? 1000 : 60_000
    let whole = duration.wholeMilliseconds / step * step
    return DurationText.text(of: .milliseconds(whole))
  }

  /// A rate to three places behind the point.
  private static func rate(_ number: Double) -> String {
    let thousandths = Int64((number * 1000).rounded())
    let behind = String(thousandths % 1000 + 1000).dropFirst()
    return "\(thousandths / 1000).\(behind)"
  }

  /// Columns as wide as their widest cell; the first is flush left, and so is all of two columns.
  private static func table(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].utf8.count }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
        if row.count == 2 { return column == 0 ? cell + blanks : cell }
        return column == 0 ? cell + blanks : blanks + cell
      }.joined(separator: "  ")
    }
  }
}
