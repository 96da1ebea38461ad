"""The daemon in real time through every fault of a provider: nobody is logged out by mistake, nobody
is missed, each condition is told once.

Usage: python3 Tests/Faults DIRECTORY-OF-THE-PROGRAMS [--only WORD] [--jobs N] [--keep]
Ends with 0 when nothing was found, 1 when something was (and names the folders with all logs), 2
when it was used wrongly; where there is no dbus-daemon it says NOT RUN and ends with 0.
"""
import argparse
import concurrent.futures
import os
import shutil
import sys
import time
import traceback

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [f"{os.path.dirname(HERE)}/Running"]
import faults
import oracle
import selftest
from programs import Trouble
from world import World


def perform(fault, options):
    """Runs one fault; the number of complaints."""
    began, world, complaints, told = time.monotonic(), None, [], ""
    try:
        world = World(options.programs, fault)
        world.sign_in_all()
        world.perform()
        seen = world.gather()
        verdict = oracle.judge(seen)
        complaints = [f"{kind}: {text}" for kind, text in verdict.complaints]
        delays = sorted(verdict.delays)
        told = f"; {len(delays)} log-outs, the last {delays[-1]:.0f} s after its end" if delays else ""
        told += f"; {seen['releases']} releases by hand" if seen["releases"] else ""
        told += "".join(f"; {number} {what}" for what, number in verdict.counts.items()
                        if what.startswith("newcomers"))
    except Exception as error:  # whatever it was, the logs are named
        if not isinstance(error, Trouble):
            traceback.print_exc()
        complaints = [f"could not be judged: {error}"]
    finally:
        if world:
            world.end()
    print(f"{'FAILED' if complaints else 'passed'} {fault.name}: {fault.users} users, "
          f"{time.monotonic() - began:.0f} s{told}", *complaints[:20], sep="\n    ", flush=True)
    if len(complaints) > 20:
        print(f"    and {len(complaints) - 20} more")
    if world and (complaints or options.keep):
        print(f"    the logs are in {world.dir}", flush=True)
    elif world:
        shutil.rmtree(world.dir)
    return len(complaints)


def main():
    parser = argparse.ArgumentParser(prog="Faults", description=__doc__.split("\n")[0])
    parser.add_argument("programs", type=os.path.abspath)
    parser.add_argument("--only", metavar="WORD", default="", help="faults with this in their name")
    parser.add_argument("--jobs", type=int, default=3, help="faults at a time (3)")
    parser.add_argument("--keep", action="store_true", help="keep the logs")
    options = parser.parse_args()
    problems = selftest.run_all()
    if problems:
        print("the oracle cannot be trusted:", *problems, sep="\n    ")
        return 1
    shown = len(selftest.FAULTS) + len(selftest.FAULTS_ALONE)
    print(f"the oracle caught all {shown} faults it was shown", flush=True)
    if not shutil.which("dbus-daemon"):
        print("NOT RUN: there is no dbus-daemon")
        return 0
    chosen = [fault for fault in faults.ALL if options.only in fault.name]
    if not chosen:
        parser.error(f"no fault has {options.only!r} in its name")
    # The longest first.
    chosen.sort(key=lambda fault: -fault.users * fault.lasts)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        counts = list(pool.map(lambda fault: perform(fault, options), chosen))
    failed = sum(count > 0 for count in counts)
    print(f"{len(counts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
