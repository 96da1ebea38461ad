"""What is promised whatever is tested: the order of events, the runs of hooks, the ledger.

Judged are the answer to ListEvents and the ledger; independent of them are the hooks' own log
(`hooks`), who was killed when (`kills`), and when a delivery was first seen closed (`closed`).
"""
import collections
import datetime
import math

from hooks import TIME_LIMIT

EARLY = 0.2  # seconds that an answer may be in the provider's log before the daemon has it
SUPERSEDED_AFTER = 15  # seconds within which an attempt that was told to go has begun
WORDS = {0: "done", 75: "later", 77: "not_mine"}  # what exit statuses are called; others: failed


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Verdict:
    """The complaints, each with its kind, and what was counted on the way."""

    def __init__(self):
        self.complaints, self.counts, self.delays = [], collections.Counter(), []

    def demand(self, holds, kind, complaint):
        if not holds:
            self.complaints.append((kind, complaint))


def judge_sequence(seen, verdict):
    """Numbers rise without a gap, in one generation, and the follower saw the same."""
    events = seen["events"]
    numbers = [event["sequence"] for event in events]
    verdict.counts["events"] = len(events)
    verdict.demand(numbers == list(range(1, len(numbers) + 1)), "sequence",
                   f"the sequence has gaps or repeats: {odd_numbers(numbers)}")
    generations = {event["generation"] for event in events}
    verdict.demand(len(generations) <= 1, "sequence", f"several generations: {generations}")
    verdict.demand([event["event_id"] for event in seen["followed"]]
                   == [event["event_id"] for event in events], "follower",
                   f"the follower saw {len(seen['followed'])} events, ListEvents has {len(events)}: "
                   f"{odd_numbers([event['sequence'] for event in seen['followed']])}")
    verdict.demand([event["event_id"] for event in seen["events_later"]]
                   == [event["event_id"] for event in events], "sequence",
                   "the last restart changed the events")


def odd_numbers(numbers):
    """Where a list of numbers does not go on by one."""
    odd = [(a, b) for a, b in zip([0, *numbers], numbers) if b != a + 1]
    return f"{len(odd)} odd steps, such as {odd[:3]}"


def judge_hooks(seen, verdict, kinds):
    """The hooks' own log: no repeat of what was finished, never two at once, nothing unmarked."""
    known = {event["event_id"]: event for event in seen["events"]}
    hooks = {hook.name: hook for hook in kinds}
    begins, ends = collections.defaultdict(list), {}
    for line in seen["hooks"]:
        delivery = line["hook"], line["event"]
        if line["what"] == "begin":
            begins[delivery].append(line)
        else:
            ends[(*delivery, line["attempt"])] = line
            verdict.demand(line["agrees"], "ledger", f"{delivery}: document and environment differ")
    order = {}
    for line in seen["hooks"]:
        event = known.get(line["event"])
        verdict.demand(event is not None, "wrong", f"a hook ran for {line['event']}, no event")
        if event is None or line["what"] != "begin":
            continue
        verdict.demand(
            (line["subject"], line["action"], line["state"])
            == (event["subject"], event["action"], event["state"]), "wrong",
            f"{line['hook']} was told {line['subject']} {line['action']} for {line['event']}")
        place = line["hook"], line["subject"]
        verdict.demand(order.get(place, 0) <= event["sequence"], "order",
                       f"{place}: event {event['sequence']} after {order.get(place)}")
        order[place] = event["sequence"]
    undone = undone_at(seen["events"])
    for delivery, attempts in begins.items():
        verdict.counts["hook attempts"] += len(attempts)
        event = known.get(delivery[1])
        if event:
            judge_attempts(hooks[delivery[0]], event, attempts, ends, seen, verdict)
            late = undone.get(event["sequence"])
            verdict.demand(
                late is None or all(a["time"] < late + SUPERSEDED_AFTER for a in attempts), "repeat",
                f"{delivery} was run although a later event had undone it")


def undone_at(events):
    """When each event was undone by a later one about the same user, by sequence."""
    undone, standing = {}, {}
    for event in events:
        if event["kind"] == "state_changed":
            earlier = standing.get(event["subject"])
            if earlier and earlier["state"] != event["state"]:
                undone[earlier["sequence"]] = event["time"]
            standing[event["subject"]] = event
    return undone


def judge_attempts(hook, event, attempts, ends, seen, verdict):
    """The attempts of one delivery, in the order in which they began."""
    name = f"{hook.name} for event {event['sequence']} ({event['subject']})"
    closed = seen["closed"].get((event["sequence"], hook.name))
    for line in attempts:
        verdict.demand(line["alone"], "overlap",
                       f"{name}: attempt {line['attempt']} began while another was alive")
        verdict.demand(closed is None or line["monotonic"] <= closed, "repeat",
                       f"{name}: attempt {line['attempt']} began after the outcome was committed")
    for earlier, later in zip(attempts, attempts[1:]):
        number = later["attempt"]
        verdict.demand(earlier["attempt"] < number, "repeat",
                       f"{name}: attempt {number} after {earlier['attempt']}")
        end = ends.get((hook.name, earlier["event"], earlier["attempt"]))
        verdict.demand(end is None or end["monotonic"] <= later["monotonic"], "overlap",
                       f"{name}: attempt {number} began before the end of the one before")
        victims = {kill["victim"] for kill in seen["kills"]
                   if kill["after"] >= earlier["monotonic"] and kill["before"] <= later["monotonic"]}
        killed = "runner" in victims
        status = end["status"] if end else None
        if status in (None, 0, 77):
            limit = later["monotonic"] - earlier["monotonic"] >= TIME_LIMIT
            if status is None and limit and later["previous"] == "timed_out":
                verdict.counts["time limits"] += 1
                continue
            verdict.counts["repeats marked unknown"] += later["previous"] == "unknown"
            verdict.demand(killed, "repeat", f"{name}: attempt {number} repeats one that ended with "
                           f"{status}, and no runner was killed between")
            verdict.demand(later["previous"] == "unknown", "previous",
                           f"{name}: attempt {number} says previous: {later['previous']} after one "
                           f"whose outcome ({status}) was not committed")
            verdict.demand(not hook.once, "repeat",
                           f"{name}: attempt {number}, though on_unknown is dead_letter")
        else:
            verdict.counts["retries"] += 1
            expected = WORDS.get(status, "failed")
            # An attempt between that was booked, and lost with the daemon before it was told to go.
            lost = "daemon" in victims and number > earlier["attempt"] + 1
            verdict.demand(
                later["previous"] == expected
                or (killed or lost) and later["previous"] == "unknown", "previous",
                f"{name}: attempt {number} says previous: {later['previous']} after exit status "
                f"{status}")


def judge_ledger(seen, verdict, kinds):
    """Every hook has finished every log-out, or the ledger says why not; the hooks' log agrees."""
    rows = {(row["sequence"], row["hook"]): row for row in seen["deliveries"]}
    undone = undone_at(seen["events"])
    done, begun = set(), collections.defaultdict(int)
    for line in seen["hooks"]:
        key = int(line["event"].rpartition("-")[2]), line["hook"]
        if line["what"] == "begin":
            begun[key] = max(begun[key], line["attempt"])
        elif line["status"] == 0:
            done.add(key)
    for event in seen["events"]:
        for hook in kinds:
            key = event["sequence"], hook.name
            wanted = event["kind"] == "state_changed" and (
                hook.everything or event["action"] in ("log_out", "erase_allowed"))
            row = rows.pop(key, None)
            if not wanted:
                verdict.demand(row is None and not begun[key], "wrong",
                               f"{hook.name} was told of event {key[0]}, which it did not ask for")
                continue
            if row is None:
                verdict.demand(False, "lost", f"{hook.name} has no delivery of event {key[0]}")
                continue
            verdict.counts[f"deliveries {row['status']}"] += 1
            verdict.demand(row["attempts"] >= begun[key], "ledger",
                           f"{key}: {row['attempts']} attempts are booked, {begun[key]} were seen")
            judge_status(hook, event, row, key in done, event["sequence"] in undone, verdict)
    verdict.demand(not rows, "ledger", f"deliveries of no event: {list(rows)[:5]}")


def judge_status(hook, event, row, was_done, was_undone, verdict):
    name = f"{hook.name} for event {event['sequence']} ({event['subject']})"
    status = row["status"]
    if status == "done":
        verdict.demand(was_done, "lost", f"{name} is booked as done, and the hook never ended so")
    elif status == "dead_letter":
        # `failing` gives up soon, so an attempt that died with its runner may be its last.
        reason = hook.never_succeeds(event["subject"]) or (
            (hook.once or hook.fails) and row["previous"] == "unknown")
        verdict.demand(reason and row["detail"], "lost",
                       f"{name} is a dead letter: {row['previous']}, {row['detail']!r}")
    elif status == "superseded":
        verdict.demand(was_undone, "lost", f"{name} is superseded, and nothing undid it")
    else:
        verdict.demand(False, "lost", f"{name} is still {status} after {row['attempts']} attempts, "
                       f"the last: {row['previous']}, {row['detail']!r}")


def successes(requests_of):
    """When a user of which client was answered that the token lives: (seconds, client, subject)."""
    return sorted((line["time"] / 1000, line["client"], subject)
                  for subject, lines in requests_of.items() for line in lines
                  if line["status"] == 200 and line["answer"] in ("ok", "slow"))


def judge_witnesses(subject, negatives, apart, event, seen, verdict):
    """Of the negative answers (lines of the provider's log) two, so many seconds apart, have a witness
    each, in order: an answer, a success of another user of the client, an answer after that, again a
    success."""
    alive = [(when, other) for when, client, other in seen["successes"]
             if client == negatives[0]["client"] and other != subject
             and when <= event["time"]] if negatives else []
    steps, first = 0, math.inf
    for when, step in sorted([(line["time"] / 1000, 0) for line in negatives]
                             + [(when, 1) for when, _ in alive]):
        if step == steps % 2 and (steps != 2 or when >= first + apart - EARLY):
            first = when if steps == 0 else first
            steps += 1
    verdict.demand(steps >= 4, "witness",
                   f"{subject} was logged out by event {event['sequence']} after the negative "
                   f"answers {[line['time'] / 1000 for line in negatives]}, not two {apart} s apart "
                   "with a success of another user after each")
