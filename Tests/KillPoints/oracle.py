"""Judges what was seen of one point against what is promised; knows nothing of how it is done."""

EARLY = 0.015  # seconds by which two clocks may differ in a comparison


def revocation(seen):
    """The complaints about one look → revoked → hook.

    `seen` has: victim, kill (None or {monotonic, time}), at_kill (what the store held then: claims,
    next_look, status, attempts), events, hook (lines of the hook's own log), requests, delivery
    (status, open, attempts), trace (what left the daemon), leftovers.
    """
    complaints = []

    def demand(holds, complaint):
        if not holds:
            complaints.append(complaint)

    _events(seen, demand)
    _hook(seen, demand)
    _ledger(seen, demand)
    _budget(seen, demand)
    order(seen["trace"], demand)
    demand(not seen["leftovers"], f"left in the state directory: {seen['leftovers']}")
    return complaints


def _events(seen, demand):
    numbers = [event["sequence"] for event in seen["events"]]
    demand(all(a < b for a, b in zip(numbers, numbers[1:])), f"sequences do not rise: {numbers}")
    states = [event["state"] for event in seen["events"]]
    demand(states == ["authorized", "revoked"], f"the events are {states}")


def _hook(seen, demand):
    starts = [line for line in seen["hook"] if line["what"] == "start"]
    ends = {line["attempt"]: line["monotonic"] for line in seen["hook"] if line["what"] == "end"}
    attempts = [start["attempt"] for start in starts]
    demand(bool(ends), "the hook never ran to its end")
    demand(sorted(set(attempts)) == attempts, f"attempts do not rise: {attempts}")
    revoked = [e["event_id"] for e in seen["events"] if e["state"] == "revoked"]
    demand({line["event"] for line in seen["hook"]} <= set(revoked), "an event id is not known")
    for earlier, later in zip(starts, starts[1:]):
        end = ends.get(earlier["attempt"])
        demand(end is None or end < later["monotonic"], "two attempts ran at once")
        demand(later["previous"] == "unknown",
               f"attempt {later['attempt']} says previous: {later['previous']}")
        demand(seen["victim"] == "runner" and seen["kill"] is not None
               and earlier["monotonic"] < seen["kill"]["monotonic"] < later["monotonic"],
               "the hook was run again although its runner was not killed under it")
    if seen["kill"] and seen["at_kill"].get("status") in ("done", "dead_letter", "superseded"):
        late = [s for s in starts if s["monotonic"] > seen["kill"]["monotonic"]]
        demand(not late, "an attempt was started after the outcome was committed")


def _ledger(seen, demand):
    status, open_, attempts = seen["delivery"]
    demand((status, open_) == ("done", 0), f"the delivery is {status}")
    started = [line["attempt"] for line in seen["hook"] if line["what"] == "start"]
    demand(attempts == max(started, default=0), f"{attempts} attempts are booked, {started} seen")
    if seen["kill"] is None:
        allowed = 1
    elif seen["victim"] == "daemon":
        # The daemon's death neither ends nor repeats a hook; only an attempt that was booked and
        # may not have been told to go is booked again.
        allowed = 2 if seen["at_kill"].get("status") == "started" else 1
    else:
        closed = seen["at_kill"].get("status") not in (None, "pending", "started")
        allowed = seen["at_kill"].get("attempts", 1) if closed else 2
    demand(attempts <= allowed, f"{attempts} attempts are booked, at most {allowed} may be")


def _budget(seen, demand):
    revoked = [event for event in seen["events"] if event["state"] == "revoked"]
    if not revoked:
        return
    looks = [r["time"] / 1000 for r in seen["requests"]]
    before = [look for look in looks if look <= revoked[0]["time"] + EARLY]
    spent = 1 if seen["victim"] == "daemon" and seen["at_kill"].get("claims") else 0
    # The only user: with nobody to bear witness three looks must agree.
    demand(3 <= len(before) <= 3 + spent,
           f"{len(before)} looks before the verdict, {3 + spent} were charged")
    next_look = seen["at_kill"].get("next_look")
    if seen["victim"] == "daemon" and seen["kill"] and next_look:
        after = [look for look in looks if look > seen["kill"]["time"] + EARLY]
        demand(not after or after[0] >= next_look / 1000 - EARLY,
               "a look was made after the restart before it was due")


def order(trace, demand):
    """Nothing leaves the daemon before what it rests on is on the disk."""
    synced_at_look = 0
    for send in trace:
        if send["what"] != "send" or not send["store"] or "error" in send["store"]:
            continue
        store, content = send["store"], send["content"]
        # A TLS alert that closes the connection is shorter than any request.
        if send["thread"] == "http" and len(content) >= 64:
            demand(store["claims"] == 1, "a look left before its claim was committed")
            demand(not send["dirty"], "a look left before its claim was on the disk")
            synced_at_look = send["syncs"]
        if '"type":"go"' in content:
            demand([d[1] for d in store["deliveries"]] == ["started"],
                   "an attempt was told to go before it was committed")
            demand(not send["dirty"], "an attempt was told to go before it was on the disk")
        if '"type":"ack"' in content:
            demand([d[1] for d in store["deliveries"]] != ["started"],
                   "an outcome was acknowledged before it was committed")
            demand(not send["dirty"], "an outcome was acknowledged before it was on the disk")
        if "CredentialRevoked" in content:
            demand("revoked" in [e[1] for e in store["events"]],
                   "the signal left before the commit")
            # The writer may be at the next transaction already, so the log may be dirty again; but
            # the answer to the look was committed, and synced, since the look left.
            demand(send["syncs"] > synced_at_look,
                   "the signal left before the change was on the disk")


def completeness(trace):
    """What an undisturbed run must have shown, else `order` checked nothing."""
    sends = [send for send in trace if send["what"] == "send" and send["store"]]
    missing = [
        name for name, found in (
            ("a look", any(s["thread"] == "http" and len(s["content"]) >= 64 for s in sends)),
            ("a go", any('"type":"go"' in s["content"] for s in sends)),
            ("an acknowledgement", any('"type":"ack"' in s["content"] for s in sends)),
            ("the signal", any("CredentialRevoked" in s["content"] for s in sends)),
        ) if not found
    ]
    return [f"not seen in the trace: {', '.join(missing)}"] if missing else []


def rotation(seen):
    """The complaints about looks at a provider that replaces tokens and detects reuse.

    `seen` has: kill, claims (tokens outstanding on the disk at the kill), events, requests (what the
    provider saw), hook, trace, leftovers.
    """
    complaints = []

    def demand(holds, complaint):
        if not holds:
            complaints.append(complaint)

    tokens = [request["token"] for request in seen["requests"]]
    demand(len(set(tokens)) == len(tokens), f"a token was presented twice: {tokens}")
    demand(all(request["outcome"] == "rotated" for request in seen["requests"]),
           f"the provider refused a token: {seen['requests']}")
    kinds = [event["kind"] for event in seen["events"]]
    lost = kinds.count("rotation_lost")
    demand(set(kinds) <= {"state_changed", "rotation_lost"}, f"the events are {kinds}")
    demand(all(event["action"] == "none" for event in seen["events"]), "somebody is logged out")
    demand(not seen["hook"], "a hook was run")
    demand(lost == (1 if seen["claims"] else 0),
           f"{lost} losses are told, {seen['claims']} tokens were outstanding at the kill")
    demand(not seen["leftovers"], f"left in the state directory: {seen['leftovers']}")
    rotation_order(seen["trace"], demand)
    return complaints


def rotation_order(trace, demand):
    """No byte leaves for a rotating provider before its token is outstanding on the disk."""
    for send in trace:
        if send["what"] != "send" or not send["store"] or "error" in send["store"]:
            continue
        if send["thread"] == "http" and len(send["content"]) >= 64:
            demand(send["store"]["outstanding"] == 1,
                   "a look left before its token was outstanding")
            demand(not send["dirty"], "a look left before its claim was on the disk")


def rotation_completeness(trace):
    """What an undisturbed run must have shown, else `rotation_order` checked nothing."""
    looks = [send for send in trace if send["what"] == "send" and send["store"]
             and send["thread"] == "http" and len(send["content"]) >= 64]
    return [] if looks else ["not seen in the trace: a look"]


def registration(seen):
    """The complaints about a first start with a registration.

    `seen` has: acknowledged, kept (whether the restarted daemon knew the user before he was
    registered again), generations (before and after), events, leftovers.
    """
    complaints = []
    if seen["acknowledged"] and not seen["kept"]:
        complaints.append("a user whose registration was acknowledged is lost")
    before, after = seen["generations"]
    if before is not None and before != after:
        complaints.append(f"the store was replaced: generation {before}, then {after}")
    states = [event["state"] for event in seen["events"]]
    if states != ["authorized"]:
        complaints.append(f"the events are {states}")
    if seen["leftovers"]:
        complaints.append(f"left in the state directory: {seen['leftovers']}")
    return complaints
