"""Measures the built programs. Usage: python3 Benchmarks [OPTION]... DIRECTORY-OF-THE-PROGRAMS"""
import argparse
import json
import sys

import idle
import latency
import page
import pushes
import rate
import size
import sweep
import tokens
from process import Trouble
from scene import Scene

PARTS = ["rate", "size", "latency", "idle", "tokens", "pushes", "sweep"]


def arguments():
    parser = argparse.ArgumentParser(prog="Benchmarks")
    parser.add_argument("programs")
    parser.add_argument("--quick", action="store_true", help="small numbers, some two minutes")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, with commas between")
    parser.add_argument("--looks", type=int, help="looks in each round")
    parser.add_argument("--rounds", type=int, help="rounds of the rate")
    parser.add_argument("--in-flight", type=int, default=800, help="looks of the daemon in flight")
    parser.add_argument("--counts", help="stored credentials, with commas between")
    parser.add_argument("--events", type=int, help="revocations for the latency; pushes")
    parser.add_argument("--linked", type=int, help="users on the list of the sweep")
    parser.add_argument("--idle-seconds", type=int, help="how long to watch an idle daemon")
    parser.add_argument("--write", metavar="PAGE", help="keep the figures in this page")
    return parser.parse_args()


def measure(options, scene):
    quick = options.quick
    counts = options.counts or ("10000,100000" if quick else "10000,1000000,10000000")
    seconds = options.idle_seconds or (30 if quick else 600)
    parts = {
        "rate": lambda: rate.measure(
            scene, options.looks or (20_000 if quick else 200_000),
            options.rounds or (1 if quick else 3), options.in_flight),
        "size": lambda: [size.measure(scene, int(count)) for count in counts.split(",")],
        "latency": lambda: latency.measure(scene, options.events or (50 if quick else 1000)),
        "idle": lambda: [idle.measure(scene, seconds, watchdog) for watchdog in (None, 180)],
        "tokens": lambda: tokens.measure(options.programs, 1 if quick else 3),
        "pushes": lambda: pushes.measure(scene, options.events or (200 if quick else 2000)),
        "sweep": lambda: sweep.measure(scene, options.linked or (2000 if quick else 100_000)),
    }
    figures = {"machine": page.machine()}
    for name in options.only.split(","):
        print(f"bench: {name}", file=sys.stderr, flush=True)
        figures[name] = parts[name]()
    return figures


def main():
    options = arguments()
    try:
        with Scene(options.programs) as scene:
            figures = measure(options, scene)
    except Trouble as trouble:
        sys.exit(f"bench: {trouble}")
    print(json.dumps(figures), file=sys.stderr)
    print(page.text(figures))
    if options.write:
        page.write(options.write, figures, whole=set(PARTS) <= set(figures))


if __name__ == "__main__":
    main()
