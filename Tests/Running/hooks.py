"""Hooks that log what they are told: what they are like, their script, their configuration."""
import os
import sys
import zlib
from dataclasses import dataclass

TIME_LIMIT = 60  # seconds; no hook here takes so long by itself


@dataclass(frozen=True)
class Hook:
    """A hook and how it behaves."""

    name: str
    seconds: tuple  # takes so long, at least and at most
    flaky: float = 0  # share of its attempts that fail or ask for later
    fails: bool = False  # never succeeds for a quarter of the users
    once: bool = False  # on_unknown = "dead_letter"
    everything: bool = False  # is told of every change, not of log-outs only

    def never_succeeds(self, subject):
        return self.fails and zlib.crc32(subject.encode()) % 4 == 0


HOOKS = [
    Hook("log-out", (0.05, 0.3)),
    Hook("slow", (1, 3)),
    Hook("flaky", (0, 0.2), flaky=0.4),
    Hook("failing", (0, 0.1), fails=True),
    Hook("once", (0.2, 1.5), once=True),
    Hook("every", (0, 0.2), everything=True),
]

# It writes each line in one write(2) to a file opened with O_APPEND, and synchronises it. A lock
# that the kernel gives back at its death shows whether another attempt of the delivery is alive.
SCRIPT = """\
#!{python} -IS
import fcntl, json, os, select, sys, time, zlib
folder, seed, name, least, most, flaky, fails = sys.argv[1:]
event, subject = os.environ["CREDSTATE_EVENT_ID"], os.environ["CREDSTATE_SUBJECT"]
attempt = int(os.environ["CREDSTATE_ATTEMPT"])
log = os.open(folder + "/hooks.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
def note(what, **more):
    facts = {{"what": what, "hook": name, "event": event, "subject": subject, "attempt": attempt,
             "previous": os.environ.get("CREDSTATE_PREVIOUS"), "pid": os.getpid(),
             "action": os.environ["CREDSTATE_ACTION"], "state": os.environ["CREDSTATE_STATE"],
             "monotonic": time.monotonic(), "time": time.time(), **more}}
    os.write(log, (json.dumps(facts) + "\\n").encode())
    os.fsync(log)
def chance(what):
    text = "/".join((seed, what, name, subject, str(attempt)))
    return zlib.crc32(text.encode()) / 2**32
lock = os.open(folder + "/" + name + ".lock", os.O_RDWR | os.O_CREAT, 0o600)
try:
    fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int(event.rpartition("-")[2]))
    alone = True
except OSError:
    alone = False
note("begin", alone=alone)
document = json.load(sys.stdin)
least, most = float(least), float(most)
select.select([], [], [], least + (most - least) * chance("time"))
status = 0
if chance("flaky") < float(flaky):
    status = 75 if chance("later") < 0.5 else 1
if fails == "True" and zlib.crc32(subject.encode()) % 4 == 0:
    status = 3
note("end", status=status, agrees=document["event_id"] == event and document["attempt"] == attempt)
sys.exit(status)
"""

ENTRY = """
[[hook]]
name = "{name}"
command = ["{folder}/hook", "{folder}", "{seed}", "{name}", "{least}", "{most}", "{flaky}", "{fails}"]
min_action = "{least_action}"
on_unknown = "{on_unknown}"
give_up_after = "{give_up_after}"
"""


def write_script(folder):
    with open(f"{folder}/hook", "w") as file:
        os.fchmod(file.fileno(), 0o700)
        file.write(SCRIPT.format(python=sys.executable))


def configuration(folder, seed, hooks=HOOKS):
    """The [[hook]] entries."""
    return "".join(ENTRY.format(
        folder=folder, seed=seed, name=hook.name, least=hook.seconds[0], most=hook.seconds[1],
        flaky=hook.flaky, fails=hook.fails,
        least_action="none" if hook.everything else "log_out",
        on_unknown="dead_letter" if hook.once else "retry",
        give_up_after="10s" if hook.fails else "1d") for hook in hooks)
