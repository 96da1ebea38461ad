"""Starting programs, and what /proc tells of them."""
import os
import resource
import subprocess
import sys
import time

sys.path.insert(1, f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/Tests/Running")

from programs import Trouble, await_  # noqa: E402, F401

TICK = os.sysconf("SC_CLK_TCK")


class Program:
    """A program in the background with its output in a file."""

    def __init__(self, log, command, environment=None):
        self.log = log
        self.output = open(log, "w")
        self.process = subprocess.Popen(
            command, stdout=self.output, stderr=self.output, stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})

    @property
    def pid(self):
        return self.process.pid

    def text(self):
        with open(self.log, errors="replace") as file:
            return file.read()

    def says(self, text):
        if self.process.poll() is not None:
            raise Trouble(f"{self.log} ended with {self.process.returncode}:\n{self.text()}")
        return text in self.text()

    def end(self, patience=90):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(patience)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.output.close()


def measured(command, **options):
    """Runs a command to its end: its output, seconds on the clock, and seconds of CPU."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, **options)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise Trouble(f"{command[0]} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, seconds, cpu


def cpu_seconds(pid):
    """User and system time of a process with all its threads."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def status(path):
    """The fields of a status file of proc(5)."""
    with open(path) as file:
        return dict(line.rstrip("\n").split(":", 1) for line in file)


def memory_mib(pid, field):
    """`VmHWM` (peak) or `VmRSS` (now) in MiB."""
    return int(status(f"/proc/{pid}/status")[field].split()[0]) / 1024


def switches(pid):
    """Voluntary context switches of each thread, by thread id and name."""
    counts = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        facts = status(f"/proc/{pid}/task/{thread}/status")
        counts[(thread, facts["Name"].strip())] = int(facts["voluntary_ctxt_switches"])
    return counts


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]
