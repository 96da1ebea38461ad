"""Judges one fault: whom it logged out, who was missed, what was told of it, how hooks were run."""
import collections

from judging import (EARLY, Verdict, judge_hooks, judge_ledger, judge_sequence, judge_witnesses,
                     moment, successes)
from world import HOOKS, PROVIDER

FEWEST_WITNESSES = 3  # other users of a client


def judge(seen):
    """The verdict about everything that was seen."""
    verdict = Verdict()
    for event in seen["events"]:
        event["time"] = moment(event["at"])
    seen["successes"] = successes(seen["requests_of"])
    judge_sequence(seen, verdict)
    judge_users(seen, verdict)
    judge_newcomers(seen, verdict)
    judge_conditions(seen, verdict)
    judge_hooks(seen, verdict, HOOKS)
    judge_ledger(seen, verdict, HOOKS)
    for trouble in seen["trouble"]:
        verdict.demand(False, "trouble", trouble)
    return verdict


def judge_users(seen, verdict):
    """Who left is logged out, once and on proofs with witnesses; nobody else is."""
    told = collections.Counter()
    for event in seen["events"]:
        if event["action"] in ("none", "reauthenticate"):
            continue
        subject = event["subject"]
        told[subject] += 1
        left = seen["left"].get(subject)
        verdict.demand(left is not None and left <= event["time"], "wrong",
                       f"{subject} was logged out by event {event['sequence']} and had not left")
        if left is not None:
            verdict.delays.append(event["time"] - max(left, seen["over"]))
            # Answers of a fault count against a user as well as real ones; all need witnesses.
            negatives = [line for line in seen["requests_of"][subject]
                         if line["status"] == 400
                         and line["answer"] in ("invalid_grant", "invalid_request", "slow")
                         and line["time"] / 1000 <= event["time"]]
            if seen["fault"].users > FEWEST_WITNESSES:
                judge_witnesses(subject, negatives, seen["fault"].confirm_after, event, seen,
                                verdict)
            else:
                judge_days(subject, negatives, event, seen, verdict)
    for subject in seen["left"]:
        verdict.demand(told[subject] == 1, "missed",
                       f"{subject} left at the provider and was logged out {told[subject]} times")
        verdict.demand(seen["states"].get(f"{PROVIDER} {subject}") == "revoked", "missed",
                       f"{subject} left and is {seen['states'].get(f'{PROVIDER} {subject}')}")
    for name, state in seen["states"].items():
        subject = name.split(" ", 1)[1]
        if subject not in seen["left"] and subject not in seen["came"]:
            verdict.demand(state == "authorized", "wrong", f"{subject} did not leave and is {state}")
    verdict.demand(len(seen["states"]) == seen["fault"].users + len(seen["came"]), "missed",
                   f"{len(seen['states'])} users are known")


def judge_days(subject, negatives, event, seen, verdict):
    """Where nobody bears witness three answers agree, each a day after the one before, the user is not
    found well between, and the event says that it rests on these alone."""
    well = [line["time"] for line in seen["requests_of"][subject] if line["status"] == 200]
    since = max([when for when in well if when / 1000 <= event["time"]], default=0)
    days, last = 0, 0
    for line in negatives:
        if line["time"] > since and line["time"] / 1000 >= last + seen["fault"].evidence_day - EARLY:
            days, last = days + 1, line["time"] / 1000
    verdict.demand(days >= 3, "witness", f"{subject} was logged out by event {event['sequence']} "
                   f"after negative answers on {days} days, and nobody bore witness")
    verdict.demand("control: none" in event["evidence"], "witness",
                   f"event {event['sequence']} does not say that nobody bore witness")


def judge_newcomers(seen, verdict):
    """Who came amid the fault, which is shorter than `confirm_after`, is watched."""
    for subject in seen["came"]:
        state = seen["states"].get(f"{PROVIDER} {subject}")
        verdict.counts[f"newcomers {state}"] += 1
        verdict.demand(state == "authorized", "missed",
                       f"{subject} signed in amid the fault and is {state}")


def judge_conditions(seen, verdict):
    """Each condition that must be told began and ended once; no other was."""
    fault, told = seen["fault"], collections.Counter(
        (what, kind) for what, kind, _ in seen["conditions"])
    for kind in fault.conditions:
        for what in ("began", "ended"):
            verdict.demand(told[(what, kind)] == 1, "condition",
                           f"{kind} {what} {told[(what, kind)]} times")
    for kind in fault.maybe:
        verdict.demand(told[("began", kind)] == told[("ended", kind)] <= 2, "condition",
                       f"{kind} began {told[('began', kind)]} times and ended "
                       f"{told[('ended', kind)]} times")
    strange = {kind for _, kind in told} - set(fault.conditions) - set(fault.maybe)
    verdict.demand(not strange, "condition", f"there were {sorted(strange)}")
    verdict.demand(not seen["status"]["conditions"], "condition",
                   f"there still is {[row['condition'] for row in seen['status']['conditions']]}")
