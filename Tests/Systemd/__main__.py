"""Runs what is shipped under real systemd, in throw-away machines, and says what it did there.

Usage: python3 Tests/Systemd [--why-not] [--suite SUITE]... [--keep]
SYSTEMD_TESTBED names the program that makes the machines; else ../shared/testbed/systemd-testbed is
tried. Ends with 0 when nothing was found, 1 when something was; where it cannot run, it says
NOT RUN and ends with 0. --why-not only asks that: it ends with 1 when it cannot run.
"""
import argparse
import concurrent.futures
import os
import signal
import subprocess
import sys
import traceback

import bus
import hooks
import journal
import lifetime
import reload
import units
from guest import Guest, Trouble
from install import Page, install, run_step
from report import Report
from scene import Scene

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SUITES = {"bookworm": "252", "bookworm-backports": "254", "trixie": "257"}
# What the distributions have; the other machine has what the host has, often the hybrid layout.
PURE_CGROUP_2 = {"bookworm", "trixie"}
# What the checks need beside what docs/install.md names: the stand-in's HTTP server, openssl(1).
MORE_PACKAGES = ["libmicrohttpd12", "openssl"]


def find_testbed():
    """The program that makes machines, or why there is none."""
    named = os.environ.get("SYSTEMD_TESTBED", "")
    path = named or os.path.join(PROJECT, "..", "shared", "testbed", "systemd-testbed")
    if not os.access(path, os.X_OK):
        return None, f"{named} is no program" if named else "SYSTEMD_TESTBED names no test bed"
    if os.geteuid() != 0:
        return None, "test-systemd needs root, to make machines"
    return os.path.abspath(path), None


def runnable():
    """The suites in which programs built on this machine run."""
    with open("/etc/os-release") as file:
        if "VERSION_CODENAME=trixie" not in file.read():
            return list(SUITES)
    print("Only systemd 257: what is built on Debian 13 does not run on Debian 12", flush=True)
    return ["trixie"]


def run(scene):
    units.analyze(scene)
    scene.prepare()
    units.refuse_to_be_ready(scene)
    run_step(scene.guest, scene.report, scene.page, 6, "start")
    for concern in (units.ready, units.users, hooks.revocation, journal.fields, bus.policy,
                    bus.signals, reload.reload, hooks.hung, hooks.restart_meanwhile,
                    hooks.runner_stops, hooks.runner_dies, units.credentials, journal.secrets,
                    lifetime.watchdog, lifetime.stop, lifetime.bad_configuration,
                    lifetime.machine):
        try:
            concern(scene)
        except (Trouble, subprocess.TimeoutExpired, ValueError, KeyError, IndexError):
            scene.report.check(f"{concern.__module__}.{concern.__name__} came to its end", False,
                               traceback.format_exc())


def run_suite(guest, page, keep):
    """All checks in one machine; how many passed and failed."""
    suite, report = guest.suite, Report(f"systemd {SUITES[guest.suite]}")
    try:
        guest.boot()
        version = guest.output("systemctl --version").split()[1]
        report.equal("this is the systemd that was meant", version, SUITES[suite])
        install(guest, report, page)
        run(Scene(guest, report, page))
    except (Trouble, subprocess.TimeoutExpired):
        report.check("the checks came to their end", False, traceback.format_exc())
    finally:
        if not keep:
            guest.stop()
    return report


def end_early(guests):
    """At SIGINT and SIGTERM: no machine is left."""
    def stop(number, _):
        for guest in guests:
            guest.stop()
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--why-not", action="store_true")
    parser.add_argument("--suite", action="append", choices=SUITES)
    parser.add_argument("--keep", action="store_true", help="leave the machine running")
    options = parser.parse_args()
    testbed, reason = find_testbed()
    if reason:
        print(f"NOT RUN: {reason}")
        return 1 if options.why_not else 0
    if options.why_not:
        return 0
    page = Page(PROJECT)
    packages = " ".join(page.packages() + MORE_PACKAGES)
    guests = [Guest(testbed, suite, packages, PROJECT,
                    ("--cgroup", "unified") if suite in PURE_CGROUP_2 else ())
              for suite in options.suite or runnable()]
    end_early(guests)
    # Much of it is waiting: for restarts, time limits, the watchdog.
    with concurrent.futures.ThreadPoolExecutor(len(guests)) as machines:
        reports = list(machines.map(lambda guest: run_suite(guest, page, options.keep), guests))
    for report in reports:
        print(f"{report.label}: {report.passed} passed, {report.failed} failed")
    return 1 if any(report.failed for report in reports) else 0


sys.exit(main())
