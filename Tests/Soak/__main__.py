"""Kills daemon, hook runner and bus at random for as long as is asked, under load, and judges what
became of every user and of every run of a hook.

Usage: python3 Tests/Soak DIRECTORY-OF-THE-PROGRAMS [--minutes N] [--seed N] [--users N]
Ends with 0 when nothing was found, 1 when something was (and names the folder with all logs), 2
when it was used wrongly; where there is no dbus-daemon it says NOT RUN and ends with 0.
"""
import argparse
import collections
import json
import os
import random
import shutil
import sqlite3
import sys
import threading
import time
import traceback

sys.dont_write_bytecode = True
sys.path.insert(1, f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/Running")
import oracle
import selftest
import storefile
from killer import Killer
from people import People
from programs import Trouble, await_
from stage import Stage
from weather import Weather

CYCLE = 300  # seconds; in the last part of each the daemon lives on, so that its memory can be seen
SPARED = 0.3  # of a cycle
BOUND = 180  # seconds after the last kill within which all that was revoked is told and finished


class Ledger(threading.Thread):
    """Notes when a delivery was first seen closed: from then on no attempt may begin."""

    def __init__(self, stage):
        super().__init__(name="ledger", daemon=True)
        self.stage, self.closed, self.ending = stage, {}, threading.Event()
        self.reads = 0

    def run(self):
        while not self.ending.wait(0.25):
            self.look()

    def look(self):
        try:
            rows = self.stage.query("SELECT sequence, hook FROM deliveries WHERE open = 0")
        except sqlite3.Error:  # the daemon was killed in the middle of something
            return
        now = time.monotonic()
        for row in rows or []:
            self.closed.setdefault(row, now)
        self.reads += 1

    def stop(self):
        self.ending.set()
        self.join()


class Soak:
    """One soak from its first start to the evidence."""

    def __init__(self, options):
        self.options, self.seconds = options, options.minutes * 60
        self.stage = Stage(options.programs, options.seed)
        streams = [random.Random(f"{options.seed}/{name}") for name in
                   ("people", "weather", "killer")]
        short = self.seconds < CYCLE
        self.people = People(self.stage, streams[0], options.users, 20, each=1 if short else 2)
        self.weather = Weather(self.stage, streams[1], calm=10 if short else 40, storm=12)
        self.killer = Killer(self.stage, streams[2], mean=2.5)
        self.ledger = Ledger(self.stage)
        self.memory, self.leftovers, self.trouble = [], [], []

    def run(self):
        """The evidence; raises Trouble when it does not get so far."""
        stage = self.stage
        stage.start_runner()
        stage.start_daemon()
        stage.await_ready()
        stage.start_follower()
        threads = [self.people, self.weather, self.killer, self.ledger]
        for thread in threads:
            thread.start()
        self.spend()
        for thread in (self.weather, self.killer, self.people):
            thread.stop()
        quiet = time.monotonic()
        stage.await_ready()
        if not self.settle(quiet):
            print(f"not settled {BOUND} s after the last kill", flush=True)
        else:
            print(f"settled {time.monotonic() - quiet:.0f} s after the last kill", flush=True)
        self.ledger.stop()
        return self.gather()

    def spend(self):
        """Lets the time pass; tells of the daemon's memory at the end of each cycle."""
        end = time.monotonic() + self.seconds
        cycle = min(CYCLE, self.seconds)
        while time.monotonic() < end - 1:
            border = min(time.monotonic() + cycle, end)
            self.wait(border - SPARED * cycle)
            self.killer.spares_daemon.set()
            self.wait(border)
            sample = self.stage.memory()
            if sample:
                self.memory.append(sample)
            self.killer.spares_daemon.clear()
            self.tell(sample)

    def wait(self, until):
        while time.monotonic() < until:
            time.sleep(min(1, max(0, until - time.monotonic())))
            self.watch_follower()

    def watch_follower(self):
        """The follower stays over every death; when it does not, that is told, and it goes on."""
        if self.stage.follower.has_ended:
            self.trouble.append(f"the follower ended: {self.stage.follower.output[-400:]}")
            seen = self.stage.followed()
            self.stage.start_follower(seen[-1]["sequence"] if seen else 0)

    def tell(self, sample):
        counts = ", ".join(f"{number} times {what}"
                           for what, number in sorted(self.killer.counts.items()))
        memory = (f"{sample['rss']} KiB resident, {sample['descriptors']} descriptors, "
                  f"{sample['threads']} threads" if sample else "not there")
        print(f"{time.strftime('%H:%M:%S')} daemon: {memory}; so far {counts}; "
              f"{len(self.stage.followed())} events", flush=True)

    def settle(self, since):
        """Waits until store and provider agree and no delivery is open, at most the bound."""
        while time.monotonic() < since + BOUND:
            if self.is_settled():
                return True
            time.sleep(0.5)
        return False

    def is_settled(self):
        if self.stage.query("SELECT 1 FROM deliveries WHERE open = 1 LIMIT 1") != []:
            return False
        states = self.stage.credentials()
        revoked = self.stage.revoked_at_provider()
        return all(
            states.get(f"{user.provider} {user.subject}")
            == ("revoked" if revoked.get(user.subject) else "authorized")
            for user in self.people.users.values() if user.provider == "quick")

    def gather(self):
        stage = self.stage
        events, credentials = stage.events(), stage.credentials()
        last = events[-1]["sequence"] if events else 0
        try:
            await_("the follower", lambda: stage.followed()[-1:] and
                   stage.followed()[-1]["sequence"] >= last, patience=30)
        except Trouble as trouble:
            self.trouble.append(str(trouble))
        revoked = stage.revoked_at_provider()
        hooks_seen = stage.hook_log()
        self.stop_in_order()
        rows = stage.ledger()
        stage.start_runner()
        stage.start_daemon()
        stage.await_ready()
        time.sleep(5)  # the last restart has nothing to do; this is the time in which it could
        later = stage.events()
        self.stop_in_order()
        self.look_around()
        requests = collections.defaultdict(list)
        for line in stage.requests():
            if line["request"] == "POST /auth/token" and line.get("subject"):
                requests[line["subject"]].append(line)
        return {
            "users": {name: user.facts() for name, user in self.people.users.items()},
            "events": events, "events_later": later, "followed": stage.followed(),
            "hooks": hooks_seen, "hooks_later": stage.hook_log(), "deliveries": rows,
            "requests_of": requests, "closed": self.ledger.closed, "kills": self.killer.kills,
            "credentials": credentials, "revoked_at_provider": revoked,
            "integrity": stage.integrity(), "leftovers": self.leftovers,
            "trouble": self.trouble + self.killer.trouble + self.people.trouble,
            "memory": self.memory}

    def stop_in_order(self):
        self.trouble += self.stage.stop_in_order()

    def look_around(self):
        """What the programs have left, once all of them are told to end."""
        stage = self.stage
        stage.control("stop")
        stage.follower.terminate()
        stage.end()
        self.leftovers += [f"a process is left: {process}" for process in stage.processes()]
        self.leftovers += [f"a file is left: {name}" for name in storefile.leftovers(stage.state)]
        for folder in ("temporary", "scratch"):
            self.leftovers += [f"a file is left: {folder}/{name}"
                               for name in os.listdir(f"{stage.dir}/{folder}")]


def summary(soak, seen, verdict):
    """The counts, one a line."""
    counts = {**dict(sorted(soak.killer.counts.items())),
              "daemon ended for want of a bus": soak.killer.falls,
              **{f"provider: {mode}": n for mode, n in sorted(soak.weather.seen.items())},
              "users": len(seen["users"]),
              "sign-ins": sum(len(u["sign_ins"]) for u in seen["users"].values()),
              "checks by hand": sum(len(u["checks"]) for u in seen["users"].values()),
              **dict(sorted(verdict.counts.items())), "reads of the ledger": soak.ledger.reads}
    lines = [f"{number:8} {what}" for what, number in counts.items()]
    delays = sorted(verdict.delays)
    if delays:
        lines.append(f"from revocation to event: half within {delays[len(delays) // 2]:.1f} s, "
                     f"all within {delays[-1]:.1f} s")
    return "\n".join(lines)


def keep(soak, seen, verdict):
    """Adds the evidence to the logs; the folder."""
    with open(f"{soak.stage.dir}/complaints", "w") as file:
        file.writelines(f"{kind}: {text}\n" for kind, text in verdict.complaints)
    with open(f"{soak.stage.dir}/evidence.json", "w") as file:
        closed = [[*key, when] for key, when in seen["closed"].items()]
        json.dump({**seen, "closed": closed}, file, indent=1)
    return soak.stage.dir


def perform(options):
    soak = Soak(options)
    try:
        seen = soak.run()
    except Exception as error:  # whatever it was, the logs are named
        if not isinstance(error, Trouble):
            traceback.print_exc()
        print(f"FAILED before it could be judged: {error}",
              *soak.killer.trouble, *soak.people.trouble, sep="\n    ")
        print(f"the logs are in {soak.stage.dir}")
        return 1
    finally:
        soak.stage.end()
    verdict = oracle.judge(seen)
    print(summary(soak, seen, verdict), flush=True)
    if verdict.complaints:
        for kind, text in verdict.complaints[:40]:
            print(f"FAILED {kind}: {text}")
        kinds = collections.Counter(kind for kind, _ in verdict.complaints)
        print(f"{len(verdict.complaints)} complaints {dict(kinds)}; seed {options.seed}; "
              f"the evidence is in {keep(soak, seen, verdict)}")
        return 1
    shutil.rmtree(soak.stage.dir)
    print(f"0 lost, 0 repeats of finished, 0 wrong; seed {options.seed}")
    return 0


def main():
    parser = argparse.ArgumentParser(prog="Soak", description=__doc__.split("\n")[0])
    parser.add_argument("programs", type=os.path.abspath)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--users", type=int, default=None, help="signed in all the time")
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(10**6)
    if options.users is None:
        options.users = 300 if options.minutes >= 5 else 60
    problems = selftest.run_all()
    if problems:
        print("the oracle cannot be trusted:", *problems, sep="\n    ")
        return 1
    print(f"the oracle caught all {len(selftest.FAULTS)} faults it was shown", flush=True)
    if not shutil.which("dbus-daemon"):
        print("NOT RUN: there is no dbus-daemon")
        return 0
    print(f"{options.minutes:g} minutes, {options.users} users, seed {options.seed}", flush=True)
    return perform(options)


if __name__ == "__main__":
    sys.exit(main())
