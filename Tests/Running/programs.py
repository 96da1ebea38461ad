"""Running programs and what they write, for the tests in Python."""
import ctypes
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 40  # seconds that any one step may take
PR_SET_CHILD_SUBREAPER = 36  # prctl(2)


class Trouble(Exception):
    """The world did not do what it must, before anything could be judged."""


def await_(what, condition, patience=PATIENCE):
    """Looks again and again until `condition()` holds; its value."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Trouble(f"waited {patience} s in vain for {what}")
        time.sleep(0.02)


def read(path, start=0):
    """The text of a file from byte `start`; nothing when it does not exist."""
    try:
        with open(path, errors="replace") as file:
            file.seek(start)
            return file.read()
    except FileNotFoundError:
        return ""


def lines(path):
    """The complete lines of a file of JSON objects."""
    return [json.loads(line) for line in read(path).split("\n")[:-1]]


def adopt_orphans():
    """From now on what a program that is started here leaves running is a child of this process."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def children():
    """This process's children that have not ended, as their numbers and names."""
    found = {}
    for thread in os.listdir("/proc/self/task"):
        for pid in read(f"/proc/self/task/{thread}/children").split():
            if os.waitpid(int(pid), os.WNOHANG) == (0, 0):
                found[int(pid)] = read(f"/proc/{pid}/comm").strip()
    return found


def waits(pid):
    """What each thread of a process waits in, and where it is, as far as this can be seen."""
    found = []
    for thread in sorted(os.listdir(f"/proc/{pid}/task"), key=int):
        place = f"/proc/{pid}/task/{thread}"
        name, call = read(f"{place}/comm").strip(), read(f"{place}/wchan").strip("0")
        found.append(f"{name} {call or 'runs'}")
    text = ", ".join(found)
    if shutil.which("gdb"):
        stacks = subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 25"],
                                capture_output=True, text=True)
        text += "\n" + stacks.stdout[-20000:]
    return text


class Program:
    """A running program whose output is added to a file."""

    def __init__(self, log, command, environment=None):
        self.log = log
        with open(log, "a") as output:
            self.begin = output.tell()
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, stdin=subprocess.DEVNULL, env=environment)

    @property
    def output(self):
        """What this run of it has said."""
        return read(self.log, self.begin)

    def says(self, text):
        """Whether it has said so, or has ended."""
        if text in self.output:
            return True
        return self.has_ended

    @property
    def has_ended(self):
        return self.process.poll() is not None

    @property
    def pid(self):
        """The program's own process; None when it has ended."""
        return None if self.has_ended else self.process.pid

    def terminate(self):
        """SIGTERM to the program itself; its exit status."""
        pid = self.pid
        try:
            if pid and not self.has_ended:
                os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            threads = waits(self.process.pid)
            self.process.kill()
            raise Trouble(f"{os.path.basename(self.log)} does not end after SIGTERM: {threads}")

    def end(self):
        """SIGKILL, when it has not ended."""
        if not self.has_ended:
            self.process.kill()
            self.process.wait()


class Place:
    """A folder with a sealing key, and in it a message bus, running."""

    def __init__(self, programs, prefix):
        self.programs = programs
        self.dir = tempfile.mkdtemp(prefix=prefix)
        self.others = []
        self.bus = f"unix:path={self.dir}/bus"
        with open(f"{self.dir}/seal.key", "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(os.urandom(32))
        self.start_bus()
        await_("the message bus", lambda: self.dbus.says("unix:"))

    def start(self, name, command, environment=None):
        """Starts a program that is ended with this place."""
        program = Program(f"{self.dir}/{name}.log", command, environment)
        self.others.append(program)
        return program

    def start_bus(self):
        """Starts the message bus, also again at the same address."""
        self.dbus = self.start("dbus", ["dbus-daemon", "--session", "--nofork", "--print-address",
                                        f"--address={self.bus}"])

    def ask(self, *words, text=None):
        """Runs credstatectl with --json on the bus."""
        return subprocess.run(
            [f"{self.programs}/credstatectl", "--bus-address", self.bus, "--json", *words],
            input=text, capture_output=True, text=True, timeout=PATIENCE)

    def end(self):
        """Ends what was started, the last first."""
        for program in reversed(self.others):
            program.end()


class Surroundings(Place):
    """A place with a stand-in provider, running."""

    def __init__(self, programs, prefix, clients):
        super().__init__(programs, prefix)
        words = [word for client in clients for word in ("--client", client)]
        sandbox = self.start("sandbox", [f"{programs}/credstate-sandbox", "serve", "--directory",
                                         f"{self.dir}/sandbox", *words])
        await_("the stand-in provider", lambda: sandbox.says('"ready":'))
        self.provider = json.loads(sandbox.output.splitlines()[0])

    def control(self, *words, text=None):
        """What the stand-in provider answers to a control verb."""
        return subprocess.run(
            [f"{self.programs}/credstate-sandbox", "control", *words, "--directory",
             f"{self.dir}/sandbox"], input=text, check=True, capture_output=True,
            text=True).stdout

    def requests(self):
        """The lines of the stand-in provider's log."""
        return lines(self.provider["log"])
