"""Judges a soak from logs that the programs under test did not write, and what they say at the end.

Independent are: what was done at the provider and when (`users`), the provider's own log of requests
(`requests`), the hooks' own log (`hooks`), when whom was killed (`kills`). Judged against them are
the answer to ListEvents (the truth; signals are hints), the ledger and the credentials.
"""
import collections
import datetime
import math

from hooks import HOOKS, TIME_LIMIT
from stage import CONFIRM_AFTER, INTERVAL, REQUEST_TIMEOUT, STRICT

SLACK = REQUEST_TIMEOUT + 2  # seconds that a request may come late on a busy machine
SUPERSEDED_AFTER = 15  # seconds within which an attempt that was told to go has begun
WORDS = {0: "done", 75: "later", 77: "not_mine"}  # what exit statuses are called; others: failed
MEBIBYTE = 1024  # KiB
MOST_MEMORY = 300 * MEBIBYTE


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Verdict:
    """The complaints, each with its kind, and what was counted on the way."""

    def __init__(self):
        self.complaints, self.counts, self.delays = [], collections.Counter(), []

    def demand(self, holds, kind, complaint):
        if not holds:
            self.complaints.append((kind, complaint))


def judge(seen):
    """The verdict about everything that was seen."""
    verdict = Verdict()
    for event in seen["events"]:
        event["time"] = moment(event["at"])
    judge_sequence(seen, verdict)
    for subject, user in seen["users"].items():
        judge_user(subject, user, seen, verdict)
    judge_states(seen, verdict)
    judge_budget(seen, verdict)
    judge_hooks(seen, verdict)
    judge_ledger(seen, verdict)
    judge_end(seen, verdict)
    return verdict


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


def judge_user(subject, user, seen, verdict):
    """No user is lost, none is logged out who was not revoked, none twice."""
    events = [event for event in seen["events"] if event["subject"] == subject]
    for earlier, later in zip(events, events[1:]):
        verdict.demand(later["old_state"] == earlier["state"], "sequence",
                       f"{subject}: {later['old_state']} follows {earlier['state']}")
    unused = list(user["revocations"])
    told = [event for event in events if event["state"] == "revoked"
            and event["kind"] == "state_changed"]
    verdict.counts["revocations"] += len(unused)
    for event in told:
        verdict.counts["log-outs"] += 1
        verdict.demand(event["action"] == "log_out", "wrong",
                       f"{subject}: action {event['action']} for event {event['sequence']}")
        causes = [cause for cause in unused if cause["begin"] <= event["time"]]
        verdict.demand(causes, "wrong",
                       f"{subject} was logged out by event {event['sequence']}, without a revocation")
        verdict.demand(user["provider"] != STRICT, "wrong",
                       f"{subject} was logged out on fewer looks than two proofs need")
        if causes:
            unused.remove(causes[0])
            verdict.delays.append(event["time"] - causes[0]["begin"])
            judge_proof(subject, causes[0], event, seen, verdict)
    if user["provider"] != STRICT:
        lost = [cause for cause in unused if not cause["raced"]]
        verdict.demand(not lost, "lost", f"{subject} was revoked at the provider at "
                       f"{[cause['begin'] for cause in lost]}, and there is no event")
    verdict.demand(all(sign_in["end"] for sign_in in user["sign_ins"]), "lost",
                   f"{subject} could not be registered")


def judge_proof(subject, cause, event, seen, verdict):
    """Two negative answers about this user went before."""
    answers = [request["time"] / 1000 for request in seen["requests_of"].get(subject, [])
               if request["status"] == 400 and request["answer"] in ("invalid_grant", "slow")
               and cause["begin"] <= request["time"] / 1000 <= event["time"]]
    verdict.demand(len(answers) >= 2 and answers[-1] - answers[0] >= CONFIRM_AFTER / 6, "wrong",
                   f"{subject} was logged out by event {event['sequence']} after the negative "
                   f"answers {answers}")


def judge_states(seen, verdict):
    """At the end the store agrees with the provider about every user."""
    for subject, user in seen["users"].items():
        state = seen["credentials"].get(f"{user['provider']} {subject}")
        is_revoked = seen["revoked_at_provider"].get(subject)
        verdict.demand(state is not None, "lost", f"{subject} was registered and is not in the store")
        if user["provider"] == STRICT:
            verdict.demand(state in ("authorized", "unknown", None), "wrong",
                           f"{subject} is {state}")
        elif is_revoked:
            verdict.demand(state == "revoked", "lost",
                           f"{subject} is revoked at the provider and {state} in the store")
        else:
            verdict.demand(state == "authorized", "wrong" if state == "revoked" else "lost",
                           f"{subject} is good at the provider and {state} in the store")
    strangers = {name.split(" ", 1)[1] for name in seen["credentials"]} - set(seen["users"])
    verdict.demand(not strangers, "wrong", f"nobody registered {strangers}")


def was_asked_for(user, earlier, later):
    """Whether a sign-in or a check by hand explains the later of two looks."""
    return any(act["begin"] <= later and earlier <= (act["end"] or later) + SLACK
               for act in user["sign_ins"] + user["checks"])


def judge_budget(seen, verdict):
    """Apple's rule, and the same on the scale of the quick provider's interval."""
    for subject, user in seen["users"].items():
        looks = [request["time"] / 1000 for request in seen["requests_of"].get(subject, [])]
        verdict.counts["looks"] += len(looks)
        if user["provider"] == STRICT:
            verdict.counts["looks at users with Apple's budget"] += len(looks)
            verdict.demand(len(looks) <= 2, "budget",
                           f"{subject} was looked at {len(looks)} times in 24 h: {looks}")
            continue
        told = min((event["time"] for event in seen["events"]
                    if event["subject"] == subject and event["state"] == "revoked"), default=None)
        for earlier, later, third in zip(looks, looks[1:], looks[2:] + [math.inf]):
            if was_asked_for(user, earlier, later):
                continue
            if told and told <= earlier:
                # A regular look that is late may meet one planned after the revocation; no third.
                verdict.demand(third - earlier >= INTERVAL - SLACK
                               or was_asked_for(user, later, third), "budget",
                               f"{subject} was looked at three times from {earlier} to {third}")
                continue
            doubted = any(cause["begin"] <= later for cause in user["revocations"])
            least = CONFIRM_AFTER / 6 if doubted else INTERVAL - SLACK
            verdict.demand(later - earlier >= least, "budget",
                           f"{subject} was looked at twice in {later - earlier:.3f} s, at {later}")


def judge_hooks(seen, verdict):
    """The hooks' own log: no repeat of what was finished, never two at once, nothing unmarked."""
    known = {event["event_id"]: event for event in seen["events"]}
    hooks = {hook.name: hook for hook in HOOKS}
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
                or (killed or lost) and later["previous"] == "unknown", "previous", f"{name}: attempt {number} says previous: {later['previous']} after "
                f"exit status {status}")


def judge_ledger(seen, verdict):
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
        for hook in HOOKS:
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


def judge_end(seen, verdict):
    """The store is whole, nothing is left, memory stays bounded, nothing went wrong on the way."""
    for finding in seen["integrity"]:
        verdict.demand(finding == "ok", "store", f"integrity_check: {finding}")
    for leftover in seen["leftovers"]:
        verdict.demand(False, "left", leftover)
    for trouble in seen["trouble"]:
        verdict.demand(False, "trouble", trouble)
    verdict.demand(len(seen["hooks_later"]) == len(seen["hooks"]), "repeat",
                   "a hook was run after the last restart, with nothing to do")
    memory = seen["memory"]
    if memory:
        first, last = memory[0], memory[-1]
        bound = max(first["rss"] * 1.5, first["rss"] + 20 * MEBIBYTE)
        verdict.demand(last["rss"] <= bound and max(m["rss"] for m in memory) <= MOST_MEMORY,
                       "memory", f"resident KiB grew: {[m['rss'] for m in memory]}")
        verdict.demand(last["descriptors"] <= first["descriptors"] + 10, "memory",
                       f"open descriptors grew: {[m['descriptors'] for m in memory]}")
