"""Kills the daemon and the hook runner at every system call that matters, and judges what follows.

Usage: python3 Tests/KillPoints DIRECTORY-OF-THE-PROGRAMS [--only STRETCH:CALL:N]
       [--stretch STRETCH] [--jobs N] [--most N] [--verbose]
Ends with 0 when nothing was found, 1 when something was, 2 when it was used wrongly; where
ptrace(2) is not allowed it says NOT RUN and ends with 0.
"""
import argparse
import os
import queue
import shutil
import sys
import threading
import time

import tracer
from stretches import Registration, Revocation, Rotation, RunnerDeath
from world import Trouble, World

STRETCHES = {"revocation": Revocation, "registration": Registration, "runner": RunnerDeath,
             "rotation": Rotation}
# What is enumerated: stretch and call. `any` is every call of the program after its first send.
PLAN = [
    ("revocation", "fdatasync"), ("revocation", "pwrite64"), ("revocation", "write"),
    ("revocation", "sendto"), ("revocation", "sendmsg"), ("revocation", "thread"),
    ("registration", "fdatasync"), ("registration", "pwrite64"), ("registration", "write"),
    ("registration", "sendto"), ("registration", "sendmsg"),
    ("registration", "fsync,rename,renameat,unlink,unlinkat,ftruncate"),
    ("rotation", "fdatasync"), ("rotation", "sendto"), ("rotation", "recvfrom"),
    ("rotation", "sendmsg"), ("rotation", "recvmsg"), ("rotation", "write"),
    ("rotation", "pwrite64"), ("rotation", "read"),
    ("runner", "clone3,clone,vfork,fork"), ("runner", "sendto,sendmsg"), ("runner", "write"),
    ("runner", "any"),
]
BEYOND = 3  # a run differs a little from the next: so many more than were counted are tried


def chosen(count, most):
    """Points 1…count: the first `most` all, of the others every so many-th, as many again."""
    rest = range(most + 1, count + 1)
    step = max(1, -(-len(rest) // max(1, most)))
    return list(range(1, min(count, most) + 1)) + list(rest)[::step]


class Jobs:
    """Points that are done by a few worlds at a time."""

    def __init__(self, options):
        self.options, self.lock = options, threading.Lock()
        self.worlds = []

    def map(self, points):
        """Runs (stretch, calls, N) points; returns the finished stretches in order."""
        waiting, results = queue.Queue(), [None] * len(points)
        for item in enumerate(points):
            waiting.put(item)
        threads = [threading.Thread(target=self.work, args=(world, waiting, results))
                   for world in self.worlds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return results

    def work(self, world, waiting, results):
        while True:
            try:
                index, (stretch, calls, when) = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done = STRETCHES[stretch](world, calls, when).run()
            except Exception as error:  # a fault of this program must not pass for success
                done = Broken(f"{type(error).__name__}: {error}")
            results[index] = done
            self.tell(stretch, calls, when, done)

    def tell(self, stretch, calls, when, done):
        if not done.complaints and not self.options.verbose:
            return
        place = done.place
        where = f" ({place['call']} of {place['thread']} to {place['target']})" if place else ""
        with self.lock:
            print(f"{'FAILED' if done.complaints else 'passed'} {stretch}:{calls}:{when}{where}",
                  *done.complaints, sep="\n    ", flush=True)

    def open(self, number):
        for _ in range(number):
            world = World(self.options.programs)
            self.worlds.append(world)
            world.prepare()

    def close(self):
        for world in self.worlds:
            world.close()


class Broken:
    """A point whose run was cut off by a fault of this program."""

    def __init__(self, text):
        self.complaints, self.place, self.kill, self.facts = [text], None, None, []


def enumerate_all(jobs, options):
    passed = failed = 0
    stretches = [options.stretch] if options.stretch else list(STRETCHES)
    undisturbed = jobs.map([(stretch, "any", 0) for stretch in stretches])
    counts = {}
    for stretch, run in zip(stretches, undisturbed):
        ended = run.fact("ended") if run.facts else None
        counts[stretch] = {**ended["total"], "any": ended["count"]} if ended else {}
        failed += bool(run.complaints)
        passed += not run.complaints
    print(f"{len(stretches)} runs without a kill, order of disk and wire checked: "
          f"{'ok' if not failed else 'FAILED'}", flush=True)
    for stretch, calls in (row for row in PLAN if row[0] in stretches):
        began = time.monotonic()
        count = sum(counts[stretch].get(call, 0) for call in calls.split(","))
        points = chosen(count, options.most)
        points += range(count + 1, count + BEYOND + 1)
        runs = jobs.map([(stretch, calls, when) for when in points])
        last = points[-1]
        while runs[-1].kill and last < count + 40:  # until one passes that is not killed
            last += 1
            runs += jobs.map([(stretch, calls, last)])
        bad = [run for run in runs if run.complaints]
        killed = sum(bool(run.kill) for run in runs)
        sampled = "" if count <= 2 * options.most else f", sampled from {count}"
        print(f"{stretch:12} {calls:24.60} {killed:4} points{sampled}: "
              f"{'ok' if not bad else f'{len(bad)} FAILED'} "
              f"({time.monotonic() - began:.0f} s)", flush=True)
        failed += len(bad)
        passed += len(runs) - len(bad)
        if count and not killed:
            failed += 1
            print(f"    {stretch}:{calls} was never reached: nothing was checked")
    return passed, failed


def main():
    parser = argparse.ArgumentParser(prog="KillPoints", description=__doc__.split("\n")[0])
    parser.add_argument("programs", type=os.path.abspath)
    parser.add_argument("--only", metavar="STRETCH:CALL:N", help="repeat one point")
    parser.add_argument("--stretch", choices=STRETCHES, help="enumerate this stretch alone")
    parser.add_argument("--jobs", type=int, default=2, help="points at a time (2)")
    parser.add_argument("--most", type=int, default=60,
                        help="of each call, so many points are all taken, then samples (60)")
    parser.add_argument("--verbose", action="store_true", help="also tell of points that passed")
    options = parser.parse_args()
    reason = tracer.possible()
    if not reason and os.geteuid() != 0:
        reason = "the daemon forbids to be looked into; this needs root"
    if not reason and not shutil.which("dbus-daemon"):
        reason = "there is no dbus-daemon"
    if reason:
        print(f"NOT RUN: {reason}")
        return 0
    jobs = Jobs(options)
    try:
        jobs.open(1 if options.only else options.jobs)
        if options.only:
            stretch, calls, when = options.only.split(":")
            options.verbose = True
            done = jobs.map([(stretch, calls, int(when))])
            passed, failed = sum(not d.complaints for d in done), sum(
                bool(d.complaints) for d in done)
        else:
            passed, failed = enumerate_all(jobs, options)
    except Trouble as trouble:
        print(f"FAILED before anything could be judged: {trouble}")
        passed, failed = 0, 1
    finally:
        jobs.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
