"""Tokens between this package and PyJWT, jwcrypto and Authlib, in both directions.

Usage: python3 Tests/JOSEPeers DIRECTORY-OF-THE-PROGRAMS
Ends with 0 when all agree, 1 when they do not; where the libraries are not to be had it says NOT RUN
and ends with 0.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))


def environment(folder):
    """The interpreter of a new environment with the libraries, and a sentence why there is none."""
    found = f"{folder}/bin/python"
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1",
               "--timeout", "20", "-r", f"{HERE}/requirements.txt"]
    for command in ([sys.executable, "-m", "venv", folder], [found, *install]):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            reason = (run.stderr.strip() or run.stdout.strip() or "no reason given").splitlines()
            return None, f"the libraries are not to be had: {reason[-1]}"
    return found, None


def main():
    parser = argparse.ArgumentParser(prog="JOSEPeers", description=__doc__.split("\n")[0])
    parser.add_argument("programs", type=os.path.abspath)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="credstate-jose-")
    try:
        python, reason = environment(folder)
        if reason:
            print(f"NOT RUN: {reason}")
            return 0
        return subprocess.run([python, f"{HERE}/agree.py", options.programs]).returncode
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
