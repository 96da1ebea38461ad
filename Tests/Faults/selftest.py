"""Shows that the oracle can fail: a right run, then the same with one fault each."""
import copy
import datetime

import oracle
from faults import BRAKE, Fault
from world import PROVIDER

BEGIN = 1_800_000_000  # when the doctored run began


def event(sequence, subject, old, new, second):
    at = datetime.datetime.fromtimestamp(BEGIN + second, datetime.timezone.utc)
    return {"sequence": sequence, "event_id": f"g-{sequence}", "generation": "g",
            "subject": subject, "provider": PROVIDER, "kind": "state_changed", "old_state": old,
            "state": new, "action": "log_out" if new == "revoked" else "none",
            "evidence": "400 invalid_grant",
            "at": at.isoformat()}


def requests(*seconds, answer="ok"):
    return [{"time": (BEGIN + second) * 1000, "answer": answer, "client": "c",
             "status": 200 if answer == "ok" else 400} for second in seconds]


def right():
    """Of five users u3 left amid a fault that put the brake on."""
    others = ["u4", "u5", "u6", "u7"]
    events = [event(1, "u3", "unknown", "authorized", 2), event(2, "u4", "unknown", "authorized", 2),
              event(3, "u3", "authorized", "revoked", 40)]
    line = {"hook": "log-out", "event": "g-3", "subject": "u3", "action": "log_out",
            "state": "revoked", "attempt": 1, "previous": None, "monotonic": 41, "time": BEGIN + 41}
    return {
        "fault": Fault("doctored", ("invalid-grant",), (BRAKE,), users=5), "came": [],
        "left": {"u3": BEGIN + 20}, "over": BEGIN + 25, "events": events, "events_later": events,
        "followed": events, "kills": [], "closed": {}, "trouble": [],
        "hooks": [{**line, "what": "begin", "alone": True},
                  {**line, "what": "end", "status": 0, "agrees": True, "monotonic": 41.5}],
        "deliveries": [{"sequence": 3, "hook": "log-out", "status": "done", "attempts": 1,
                        "previous": "done", "detail": ""}],
        "requests_of": {"u3": requests(2) + requests(30, 35, answer="invalid_grant"),
                        "u4": requests(2, 32, 38)},
        "states": {f"{PROVIDER} u3": "revoked",
                   **{f"{PROVIDER} {name}": "authorized" for name in others}},
        "conditions": [("began", BRAKE, "c"), ("ended", BRAKE, "c")],
        "status": {"conditions": []}}


def alone():
    """The same with nobody else: three answers, each a day (here 5 s) after the one before."""
    seen = right()
    seen["fault"] = Fault("doctored", ("invalid-grant",), (BRAKE,), users=1)
    seen["states"] = {f"{PROVIDER} u3": "revoked"}
    seen["requests_of"] = {"u3": requests(2) + requests(24, 29, 34, answer="invalid_grant")}
    seen["events"][2]["evidence"] += "; control: none"
    return seen


def lose_event(seen):
    for key in ("events", "events_later", "followed"):
        seen[key] = seen[key][:2]
    seen["hooks"], seen["deliveries"] = [], []


def stranger(seen):
    seen["came"].append("n0")
    seen["states"][f"{PROVIDER} n0"] = "unknown"


FAULTS = [
    ("logged out and had not left", lambda seen: seen["left"].clear(), "wrong"),
    ("logged out before leaving", lambda seen: seen["left"].update(u3=BEGIN + 41), "wrong"),
    ("a good user is revoked", lambda seen: seen["states"].update(
        {f"{PROVIDER} u4": "revoked"}), "wrong"),
    ("who left is missed", lose_event, "missed"),
    ("who left is not revoked", lambda seen: seen["states"].update(
        {f"{PROVIDER} u3": "authorized"}), "missed"),
    ("a newcomer who is not watched", stranger, "missed"),
    ("no witness between", lambda seen: seen["requests_of"]["u4"].pop(1), "witness"),
    ("no witness at the end", lambda seen: seen["requests_of"]["u4"].pop(2), "witness"),
    ("a condition that is not told", lambda seen: seen["conditions"].clear(), "condition"),
    ("a condition that does not end", lambda seen: seen["conditions"].pop(), "condition"),
    ("a condition told twice", lambda seen: seen["conditions"].extend(seen["conditions"][:]),
     "condition"),
    ("a condition of something else", lambda seen: seen["conditions"].append(
        ("began", "store_blocked", "")), "condition"),
    ("a condition that stays", lambda seen: seen["status"]["conditions"].append(
        {"condition": BRAKE}), "condition"),
    ("no run of the hook", lambda seen: seen["hooks"].clear(), "lost"),
    ("a second run of the hook", lambda seen: seen["hooks"].extend(
        [{**line, "attempt": 2, "monotonic": 60} for line in seen["hooks"]]), "repeat"),
]


FAULTS_ALONE = [
    ("two answers and no witness", lambda seen: seen["requests_of"]["u3"].pop(), "witness"),
    ("three answers on two days", lambda seen: seen["requests_of"]["u3"][2].update(
        time=(BEGIN + 25) * 1000), "witness"),
    ("found well between", lambda seen: seen["requests_of"]["u3"].extend(requests(26)), "witness"),
    ("not told that there was no witness", lambda seen: seen["events"][2].update(evidence="400"),
     "witness"),
]


def run_all():
    """What is wrong with the oracle; nothing when it can be trusted."""
    problems = [f"a right run is not passed: {kind}: {text}" for story in (right, alone)
                for kind, text in oracle.judge(story()).complaints]
    tried = [(right, *fault) for fault in FAULTS] + [(alone, *fault) for fault in FAULTS_ALONE]
    for story, name, doctor, kind in tried:
        seen = copy.deepcopy(story())
        doctor(seen)
        kinds = {found for found, _ in oracle.judge(seen).complaints}
        if kind not in kinds:
            problems.append(f"not caught as {kind}: {name} (found: {sorted(kinds)})")
    return problems
