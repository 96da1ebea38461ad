"""Identity tokens verified a second, beside what the library does by itself."""
import subprocess

from process import Trouble
from josecheck import JOSECheck

# The algorithm of the token, and openssl-speed(1)'s name of its bare signature.
KINDS = [("RS256", "rsa2048"), ("ES256", "ecdsap256")]


def bare(name, seconds):
    """Verifications a second of CPU time that `openssl speed` reports."""
    run = subprocess.run(
        ["openssl", "speed", "-seconds", str(seconds), name], capture_output=True, text=True)
    if run.returncode:
        raise Trouble(f"openssl speed {name} failed: {run.stderr.strip()[-200:]}")
    return float(run.stdout.split()[-1])


def measure(programs, rounds):
    """Medians of `rounds` rounds of three seconds, the two after each other in each."""
    figures = []
    with JOSECheck(programs) as check:
        for algorithm, name in KINDS:
            ours, theirs = [], []
            for _ in range(rounds):
                theirs.append(bare(name, 3))
                ours.append(check.ask("measure", algorithm=algorithm)["per_second"])
            figures.append({"algorithm": algorithm, "ours": sorted(ours)[rounds // 2],
                            "bare": sorted(theirs)[rounds // 2]})
    return figures
