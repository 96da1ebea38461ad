"""Shows that the oracle can fail: logs that are right, then the same with one fault each."""
import copy
import datetime

import oracle
from hooks import HOOKS
from stage import APPLE_CLIENT, CLIENT, QUICK, STRICT

BEGIN = 1_800_000_000  # when the doctored run began


def event(sequence, subject, old, new, second, **more):
    at = datetime.datetime.fromtimestamp(BEGIN + second, datetime.timezone.utc)
    return {"sequence": sequence, "event_id": f"g-{sequence}", "generation": "g",
            "subject": subject, "provider": QUICK, "kind": "state_changed", "old_state": old,
            "state": new, "action": "log_out" if new == "revoked" else "none",
            "at": at.isoformat(), **more}


def request(subject, second, answer="ok"):
    return {"time": (BEGIN + second) * 1000, "subject": subject, "answer": answer,
            "status": 200 if answer == "ok" else 400,
            "client": APPLE_CLIENT if subject.startswith("s") else CLIENT}


def user(provider, *revocations):
    return {"provider": provider, "checks": [],
            "sign_ins": [{"begin": BEGIN, "end": BEGIN + 1}],
            "revocations": [{"begin": BEGIN + at, "end": BEGIN + at, "raced": False}
                            for at in revocations]}


def run(hook, event, second, attempt=1, status=0, previous=None):
    """Begin and, unless killed, end of an attempt."""
    line = {"hook": hook, "event": event["event_id"], "subject": event["subject"],
            "action": event["action"], "state": event["state"], "attempt": attempt,
            "previous": previous, "monotonic": second, "time": BEGIN + second}
    begin = {**line, "what": "begin", "alone": True}
    end = {**line, "what": "end", "status": status, "agrees": True, "monotonic": second + 0.5}
    return [begin] if status is None else [begin, end]


def delivery(sequence, hook, **more):
    return {"sequence": sequence, "hook": hook, "status": "done", "attempts": 1, "previous": "done",
            "detail": "exit status 0", **more}


def right():
    """A run in which all went well: u00001 was revoked, u00002 and s00003 were not."""
    events = [event(1, "u00001", "unknown", "authorized", 2),
              event(2, "u00002", "unknown", "authorized", 2),
              event(3, "u00001", "authorized", "revoked", 40)]
    hooks = run("every", events[0], 3) + run("every", events[1], 3)
    deliveries = [delivery(1, "every"), delivery(2, "every")]
    for hook in HOOKS:
        if hook.name == "slow":  # its runner was killed under it
            hooks += run("slow", events[2], 41, status=None)
            hooks += run("slow", events[2], 43, attempt=2, previous="unknown")
            deliveries.append(delivery(3, "slow", attempts=2))
        else:
            hooks += run(hook.name, events[2], 41)
            deliveries.append(delivery(3, hook.name))
    requests = {"u00001": [request("u00001", 2), request("u00001", 35, "invalid_grant"),
                           request("u00001", 39, "invalid_grant")],
                "u00002": [request("u00002", second) for second in (2, 17, 36, 51)],
                "u00004": [request("u00004", second) for second in (2, 20, 39.5)],
                "s00003": [request("s00003", 2), request("s00003", 30, "invalid_grant")]}
    return {
        "users": {"u00001": user(QUICK, 30), "u00002": user(QUICK),
                  "u00004": user(QUICK), "s00003": user(STRICT, 20)},
        "events": events, "events_later": events, "followed": events, "hooks": hooks,
        "hooks_later": hooks, "deliveries": deliveries, "requests_of": requests,
        "closed": {(1, "every"): 4, (3, "slow"): 44, (3, "log-out"): 42},
        "kills": [{"victim": "runner", "before": 42, "after": 42.1}],
        "credentials": {f"{QUICK} u00001": "revoked", f"{QUICK} u00002": "authorized",
                        f"{QUICK} u00004": "authorized",
                        f"{STRICT} s00003": "authorized"},
        "revoked_at_provider": {"u00001": True, "u00002": False, "u00004": False,
                                "s00003": True},
        "integrity": ["ok"], "leftovers": [], "trouble": [],
        "memory": [{"rss": 30_000, "descriptors": 20}, {"rss": 31_000, "descriptors": 20}]}


def without(key, keep):
    def doctor(seen):
        seen[key] = [row for row in seen[key] if keep(row)]
    return doctor


def change(key, wanted, **facts):
    def doctor(seen):
        found = [row for row in seen[key] if wanted(row)]
        assert found, "the doctored log has no such line"
        for row in found:
            row.update(facts)
    return doctor


def lose_event(seen):
    for key in ("events", "events_later", "followed"):
        seen[key] = [e for e in seen[key] if e["sequence"] != 3]
    for key in ("hooks", "hooks_later"):
        seen[key] = [line for line in seen[key] if line["event"] != "g-3"]
    seen["deliveries"] = [row for row in seen["deliveries"] if row["sequence"] != 3]


def wrong_event(seen):
    extra = event(4, "u00002", "authorized", "revoked", 50)
    for key in ("events", "events_later", "followed"):
        seen[key] = seen[key] + [copy.deepcopy(extra)]
    for hook in HOOKS:
        lines = run(hook.name, extra, 51)
        seen["hooks"] = seen["hooks"] + lines
        seen["hooks_later"] = seen["hooks_later"] + lines
        seen["deliveries"].append(delivery(4, hook.name))


def double_event(seen):
    for key in ("events", "events_later", "followed"):
        seen[key] = seen[key] + [event(4, "u00001", "revoked", "revoked", 60)]


def repeat(second, previous, kill=None):
    """log-out is run a second time for the event it has finished."""
    def doctor(seen):
        lines = run("log-out", seen["events"][2], second, attempt=2, previous=previous)
        seen["hooks"] += lines
        seen["hooks_later"] = seen["hooks"]
        seen["closed"].pop((3, "log-out"))
        if kill:
            seen["kills"].append({"victim": kill, "before": second - 0.1, "after": second})
    return doctor


def repeat_of_finished(seen):
    repeat(43, "unknown", "runner")(seen)
    seen["closed"][(3, "log-out")] = 42


def second_look(seen):
    seen["requests_of"]["u00002"].append(request("u00002", 18))


def third_look(seen):
    seen["requests_of"]["s00003"].append(request("s00003", 50))


def third_look_after_revocation(seen):
    seen["requests_of"]["u00001"] += [
        request("u00001", second, "invalid_grant") for second in (55, 56, 57)]


def lost_token(seen):
    """Of three looks at once after a revocation one was at a second token, and an event tells so."""
    seen["requests_of"]["u00001"] += [
        request("u00001", second, "invalid_grant") for second in (55, 55.5, 57)]
    lost = event(4, "u00001", "revoked", "revoked", 55.6, kind="grant_lost")
    lost["action"] = "none"
    for key in ("events", "events_later", "followed"):
        seen[key] = seen[key] + [copy.deepcopy(lost)]


def retry(previous):
    """flaky fails once and is run again; nobody was killed."""
    def doctor(seen):
        for line in seen["hooks"]:
            if line["hook"] == "flaky" and line["what"] == "end":
                line["status"] = 1
        seen["hooks"] += run("flaky", seen["events"][2], 41.8, attempt=2, previous=previous)
        seen["hooks_later"] = seen["hooks"]
        change("deliveries", lambda row: row["hook"] == "flaky", attempts=2)(seen)
    return doctor


def one_proof(seen):
    seen["requests_of"]["u00001"].pop()


def no_witness(*seconds):
    """Nobody else succeeded at those times."""
    def doctor(seen):
        for lines in seen["requests_of"].values():
            lines[:] = [line for line in lines if line["time"] / 1000 - BEGIN not in seconds]
    return doctor


def soon(seen):
    """A third answer after the second is no proof when the two with witnesses are too close."""
    seen["requests_of"]["u00001"][1:] = [
        request("u00001", second, "invalid_grant") for second in (35, 36.5, 39.8)]


def witness_of_another_client(seen):
    no_witness(36)(seen)
    seen["requests_of"]["s00003"].append(request("s00003", 37))


def forget(seen):
    del seen["credentials"][f"{QUICK} u00002"]


def turn(subject, state):
    def doctor(seen):
        seen["credentials"][f"{QUICK} {subject}"] = state
    return doctor


def is_hook(name, what="begin", attempt=1):
    return lambda line: (line["hook"], line["what"], line["attempt"]) == (name, what, attempt)


FAULTS = [
    ("a lost one: revoked at the provider, no event", lose_event, "lost"),
    ("a lost one: the store says authorized", turn("u00001", "authorized"), "lost"),
    ("a lost one: a hook has no delivery",
     without("deliveries", lambda row: row["hook"] != "flaky"), "lost"),
    ("a lost one: a delivery is never finished",
     change("deliveries", lambda row: row["hook"] == "flaky", status="pending"), "lost"),
    ("a lost one: a dead letter of a hook that works",
     change("deliveries", lambda row: row["hook"] == "flaky", status="dead_letter"), "lost"),
    ("a lost one: superseded by nothing",
     change("deliveries", lambda row: row["hook"] == "flaky", status="superseded"), "lost"),
    ("a lost one: booked as done, and the hook never was",
     without("hooks", lambda line: line["hook"] != "flaky"), "lost"),
    ("a lost one: a registered user is gone", forget, "lost"),
    ("a wrong one: an event without a revocation", wrong_event, "wrong"),
    ("a wrong one: logged out twice for one revocation", double_event, "wrong"),
    ("a wrong one: logged out on one proof", one_proof, "wrong"),
    ("a wrong one: no witness between its proofs", no_witness(36), "witness"),
    ("a wrong one: no witness after its second proof", no_witness(39.5), "witness"),
    ("a wrong one: two proofs too soon after each other", soon, "witness"),
    ("a wrong one: a witness of another client", witness_of_another_client, "witness"),
    ("a wrong one: the store calls a good user revoked", turn("u00002", "revoked"), "wrong"),
    ("a wrong one: a hook was told another user",
     change("hooks", is_hook("log-out"), subject="u00002"), "wrong"),
    ("a repeat of a finished one: after the commit was seen", repeat_of_finished, "repeat"),
    ("a repeat: nobody was killed", repeat(41.7, "unknown"), "repeat"),
    ("a repeat: only the daemon was killed", repeat(41.7, "unknown", "daemon"), "repeat"),
    ("a repeat that is not marked unknown", repeat(43, "later", "runner"), "previous"),
    ("a retry that is told a wrong end", retry("later"), "previous"),
    ("a retry that is marked unknown for nothing", retry("unknown"), "previous"),
    ("a repeat with the same number",
     change("hooks", is_hook("slow", attempt=2), attempt=1), "repeat"),
    ("two attempts at once, by the clock",
     lambda seen: repeat(41.2, "unknown", "runner")(seen), "overlap"),
    ("two attempts at once, by the lock",
     change("hooks", is_hook("slow", attempt=2), alone=False), "overlap"),
    ("a hook out of its turn",
     lambda seen: seen["hooks"].extend(run("every", seen["events"][0], 60)), "order"),
    ("a look too early", second_look, "budget"),
    ("three looks at once after a revocation", third_look_after_revocation, "budget"),
    ("a third look in 24 h", third_look, "budget"),
    ("a gap in the sequence",
     lambda seen: seen["events"][2].update(sequence=5), "sequence"),
    ("the follower missed one", without("followed", lambda e: e["sequence"] != 2), "follower"),
    ("the follower saw one twice",
     lambda seen: seen["followed"].append(seen["followed"][-1]), "follower"),
    ("a damaged store", lambda seen: seen["integrity"].append("row 7 missing"), "store"),
    ("a process that is left", lambda seen: seen["leftovers"].append("pid 7"), "left"),
    ("memory that grows", lambda seen: seen["memory"].append(
        {"rss": 90_000, "descriptors": 20}), "memory"),
    ("descriptors that grow", lambda seen: seen["memory"].append(
        {"rss": 31_000, "descriptors": 90}), "memory"),
    ("a run of a hook after the last restart",
     lambda seen: seen.update(hooks_later=seen["hooks"] + seen["hooks"][:1]), "repeat"),
]


def run_all():
    """What is wrong with the oracle; nothing when it can be trusted."""
    verdict = oracle.judge(right())
    problems = [f"a right run is not passed: {kind}: {text}" for kind, text in verdict.complaints]
    for name, doctor, kind in FAULTS:
        seen = {key: copy.deepcopy(value) for key, value in right().items()}
        doctor(seen)
        kinds = {found for found, _ in oracle.judge(seen).complaints}
        if kind not in kinds:
            problems.append(f"not caught as {kind}: {name} (found: {sorted(kinds)})")
    for name, doctor in (("retry", retry("failed")), ("look at a second token", lost_token)):
        seen = right()
        doctor(seen)
        problems += [f"a right {name} is not passed: {kind}: {text}"
                     for kind, text in oracle.judge(seen).complaints]
    return problems
