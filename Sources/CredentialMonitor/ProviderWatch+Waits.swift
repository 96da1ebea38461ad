internal import CredentialCore

extension ProviderWatch {
  /// Tells of what waits for too long, when it is time to ask for that.
  func keepVigil() async {
    let policy = decider.policies[provider.name] ?? provider.policy
    let furthest = max(policy.holdPatience, policy.witnessPatience)
    guard vigil.isDue(at: time.now(), furthest: furthest) else { return }
    turns.rest()
    await tellWaits()
    turns.work()
  }

  /// Tells of verdicts that are kept back, of suspicions without a witness and of a baseline that wait
  /// for too long, as the store has them; also after a start.
  func tellWaits() async {
    let policy = decider.policies[provider.name] ?? provider.policy
    let question = vigil.ask()
    do {
      let waits = try await store.longestWaits(of: provider.name)
      let restraints = try await store.restraints()
      // What was read before an operation must not be told after it.
      guard vigil.isLatest(question) else { return }
      let now = time.now()
      var report = WaitReport(now: now)
      report.add(.holdsTooOld, provider.name.text, waits.heldSince, policy.holdPatience)
      let clients = vigil.clients.union(waits.witnessSince.keys)
      for client in clients {
        report.add(
          .controlMissing, BrakeChange.subject(provider.name, client), waits.witnessSince[client],
          policy.witnessPatience)
      }
      report.add(restraints.baselines[provider.name], of: provider.name.text, policy)
      vigil.noteAnswer(
        telling: report.isTelling, counting: report.isCounting, Set(waits.witnessSince.keys),
        next: report.next, at: now)
      await board.note(report)
    } catch {
      vigil.noteRefusal(at: time.now())
    }
  }
}

/// What is to be told of waits, and when that will be more.
struct WaitReport: Sendable {
  /// One condition, as it is: with a detail and its begin it holds.
  struct Line: Sendable {
    let kind: ConditionKind
    let subject: String
    let holds: (detail: String, since: Moment)?
  }

  let now: Moment
  private(set) var lines: [Line] = []
  /// When the next of them begins to hold; nil when none waits.
  private(set) var next: Moment?

  init(now: Moment) { self.now = now }

  /// Whether one of them holds that answers may end; a baseline is ended by an administrator only.
  var isTelling: Bool { lines.contains { $0.holds != nil && $0.kind != .baselineWaiting } }

  /// Whether one of them tells of a number that grows with each verdict that is kept back.
  var isCounting: Bool { lines.contains { $0.holds != nil && $0.kind == .baselineWaiting } }

  /// Adds what has waited since a time, if at all, and may do so for `patience`.
  mutating func add(
    _ kind: ConditionKind, _ subject: String, _ since: Moment?, _ patience: Duration
  ) {
    let detail = since.map { "the longest since \($0.rfc3339)" } ?? ""
    add(kind, subject, from: since.map { $0 + patience }, detail)
  }

  /// Adds what a provider's first interval found, which waits once that is over.
  mutating func add(_ baseline: Baseline?, of subject: String, _ policy: ProviderPolicy) {
    let waits = baseline.flatMap { baseline in
      baseline.isInForce(policy, now: now) && baseline.negatives > 0 ? baseline : nil
    }
    add(
      .baselineWaiting, subject, from: waits?.until(policy),
      waits.map { "\(Amount($0.negatives, "negative verdict"))" } ?? "")
  }

  private mutating func add(
    _ kind: ConditionKind, _ subject: String, from begin: Moment?, _ detail: String
  ) {
    let isSo = begin.map { $0 <= now } ?? false
    lines.append(Line(kind: kind, subject: subject, holds: isSo ? begin.map { (detail, $0) } : nil))
    guard let begin, !isSo else { return }
    next = min(next ?? begin, begin)
  }
}

extension ConditionBoard {
  /// Notes what waits for too long and what does not any more.
  func note(_ report: WaitReport) {
    for line in report.lines {
      if let (detail, since) = line.holds {
        begin(line.kind, subject: line.subject, detail: detail, since: since)
      } else {
        end(line.kind, subject: line.subject, isGone: line.kind == .baselineWaiting)
      }
    }
  }
}
