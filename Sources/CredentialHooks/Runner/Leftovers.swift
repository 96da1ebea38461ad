internal import Linux

/// Finds the processes that belong to runs, also those that left the hook's session.
///
/// The runner is a subreaper, so whatever a hook starts stays below it. A process is a run's when it
/// is in the run's session, carries the run's mark in its environment, descends from one that is,
/// or is in its control group. One that shed all of these, without groups (a daemon with a clean
/// environment), is nobody's while several run, and the last one's when no other runs.
struct Leftovers {
  /// The live runs' leaders.
  let leaders: Set<Int32>

  /// Whether the runner may have a child that is no leader: the cheap question asked at each end.
  var mayExist: Bool { ProcessTable.ownChildren().contains { !leaders.contains($0) } }

  /// The live processes of one run, its leader among them when that has not ended.
  ///
  /// `isOnly` says that no other run has been told to go.
  func members(of run: HookRun, isOnly: Bool) -> [ProcessEntry] {
    let table = ProcessTable.snapshot()
    let below = ProcessTable.descendants(of: ThisProcess.pid, in: table)
    var own = Set(below.filter { belongs($0, to: run) }.map(\.pid))
    own.formUnion(run.group?.processes ?? [])
    if isOnly { own.formUnion(below.filter { isStray($0) }.map(\.pid)) }
    for root in own {
      own.formUnion(ProcessTable.descendants(of: root, in: table).map(\.pid))
    }
    return below.filter { own.contains($0.pid) && !$0.isDead }
  }

  private func belongs(_ entry: ProcessEntry, to run: HookRun) -> Bool {
    entry.session == run.child.pid
      || (entry.parent == ThisProcess.pid && !leaders.contains(entry.pid)
        && ProcessTable.variable(RunMark.variable, of: entry.pid) == run.mark)
  }

  private func isStray(_ entry: ProcessEntry) -> Bool {
    entry.parent == ThisProcess.pid && !leaders.contains(entry.pid)
      && !leaders.contains(entry.session)
  }
}
