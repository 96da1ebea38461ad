"""Public test vectors of signatures and keys, through the program jose-check.

Usage: python3 Tests/Vectors DIRECTORY-OF-THE-PROGRAMS [FOLDER] [--listed]
FOLDER holds rfc7515, rfc7520 and wycheproof; else JOSE_VECTORS names it, else ../shared/vectors is
taken. Where there is none it says NOT RUN and ends with 0. Each case passes, or is listed with the
reason why this package decides otherwise; any other outcome is FAILED and ends with 1.
"""
import argparse
import collections
import os
import sys

sys.dont_write_bytecode = True
PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[1:1] = [f"{PROJECT}/Tests/Running"]
import rfc
import wycheproof
from josecheck import JOSECheck


def folder_of(named):
    """The folder, and a sentence why there is none."""
    path = named or os.environ.get("JOSE_VECTORS") or f"{PROJECT}/../shared/vectors"
    if not os.path.isdir(f"{path}/wycheproof"):
        return None, f"{path} has no folder wycheproof" if named else "JOSE_VECTORS names no folder"
    return path, None


def main():
    parser = argparse.ArgumentParser(prog="Vectors", description=__doc__.split("\n")[0])
    parser.add_argument("programs", type=os.path.abspath)
    parser.add_argument("folder", nargs="?", help="where the vectors are")
    parser.add_argument("--listed", action="store_true", help="name each case that is listed")
    options = parser.parse_args()
    folder, reason = folder_of(options.folder)
    if reason:
        print(f"NOT RUN: {reason}")
        return 0
    failed = 0
    with JOSECheck(options.programs) as check:
        for name, cases in rfc.files(folder, check) + wycheproof.files(folder, check):
            outcomes, listed = collections.Counter(), collections.Counter()
            for case, outcome, note in cases:
                outcomes[outcome] += 1
                if outcome == "listed":
                    listed[note] += 1
                    if options.listed:
                        print(f"    listed {name} {case}: {note}")
                if outcome == "failed":
                    print(f"    FAILED {name} {case}: {note}")
            print(f"{name}: {outcomes['passed']} passed, {outcomes['listed']} listed, "
                  f"{outcomes['failed']} failed")
            for note, count in sorted(listed.items()):
                print(f"    {count} listed: {note}")
            failed += outcomes["failed"]
            if not sum(outcomes.values()):
                print(f"    FAILED {name}: it has no case")
                failed += 1
    print(f"{failed} complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
