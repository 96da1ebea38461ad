"""Judges a soak from logs that the programs under test did not write, and what they say at the end.

Independent are: what was done at the provider and when (`users`), the provider's own log of requests
(`requests`), the hooks' own log (`hooks`), when whom was killed (`kills`). Judged against them are
the answer to ListEvents (the truth; signals are hints), the ledger and the credentials.
"""
import math

from hooks import HOOKS
from judging import (EARLY, Verdict, judge_hooks, judge_ledger, judge_sequence, judge_witnesses,
                     moment, successes)
from stage import CONFIRM_AFTER, INTERVAL, REQUEST_TIMEOUT, STRICT

SLACK = REQUEST_TIMEOUT + 2  # seconds that a request may come late on a busy machine
MEBIBYTE = 1024  # KiB
MOST_MEMORY = 300 * MEBIBYTE


def judge(seen):
    """The verdict about everything that was seen."""
    verdict = Verdict()
    for event in seen["events"]:
        event["time"] = moment(event["at"])
    seen["successes"] = successes(seen["requests_of"])
    judge_sequence(seen, verdict)
    for subject, user in seen["users"].items():
        judge_user(subject, user, seen, verdict)
    judge_states(seen, verdict)
    judge_budget(seen, verdict)
    judge_hooks(seen, verdict, HOOKS)
    judge_ledger(seen, verdict, HOOKS)
    judge_end(seen, verdict)
    return verdict


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
    """Two negative answers about this user went before, long enough apart, each with a witness."""
    negatives = [line for line in seen["requests_of"].get(subject, [])
                 if line["status"] == 400 and line["answer"] in ("invalid_grant", "slow")
                 and cause["begin"] <= line["time"] / 1000 <= event["time"]]
    answers = [line["time"] / 1000 for line in negatives]
    verdict.demand(len(answers) >= 2 and answers[-1] - answers[0] >= CONFIRM_AFTER - EARLY, "wrong",
                   f"{subject} was logged out by event {event['sequence']} after the negative "
                   f"answers {answers}")
    judge_witnesses(subject, negatives, CONFIRM_AFTER, event, seen, verdict)


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


def at_one_token(looks, subject, seen):
    """The looks without those that found a newer token dead: a user may have two for a while."""
    for event in seen["events"]:
        if event["subject"] == subject and event["kind"] == "grant_lost":
            before = [look for look in looks if event["time"] - SLACK <= look <= event["time"]]
            looks = [look for look in looks if look != max(before, default=None)]
    return looks


def judge_budget(seen, verdict):
    """Apple's rule, and the same on the scale of the quick provider's interval."""
    for subject, user in seen["users"].items():
        looks = [request["time"] / 1000 for request in seen["requests_of"].get(subject, [])]
        if user["provider"] != STRICT:
            looks = at_one_token(looks, subject, seen)
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
