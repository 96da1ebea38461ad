"""The programs around one user who is revoked: what is started, how, and what is read of it."""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

PROVIDER, CLIENT, SUBJECT = "stand-in", "com.example.app", "001.alice"
PATIENCE = 40  # seconds that any one step may take
HERE = os.path.dirname(os.path.abspath(__file__))

CONFIGURATION = """\
mode = "enforce"

[store]
sealing_key_file = "{world}/seal.key"

[provider.stand-in]
kind = "sandbox"
endpoint = "{url}"
ca_file = "{ca}"
team_id = "TEAM123456"
key_id = "KEY1234567"
key_file = "{key}"
clients = ["com.example.app"]
interval = "1s"
confirm_after = "1s"

[hooks]
directories = []

[[hook]]
name = "log-out"
command = ["{point}/hook", "{point}/hook.log"]
timeout = "20s"
retry_first = "1s"
"""

# The hook writes each line in one write(2) to a file opened with O_APPEND, and takes a while.
HOOK = """\
#!{python} -IS
import json, os, select, sys, time
log = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
def note(what):
    facts = {{"what": what, "event": os.environ["CREDSTATE_EVENT_ID"], "pid": os.getpid(),
             "attempt": int(os.environ["CREDSTATE_ATTEMPT"]), "monotonic": time.monotonic(),
             "previous": os.environ.get("CREDSTATE_PREVIOUS"),
             "action": os.environ["CREDSTATE_ACTION"]}}
    os.write(log, (json.dumps(facts) + "\\n").encode())
note("start")
select.select([], [], [], 0.1)
note("end")
"""


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


def read(path):
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def lines(path):
    """The complete lines of a file of JSON objects."""
    return [json.loads(line) for line in read(path).split("\n")[:-1]]


class Program:
    """A running program with its output in a file; under the tracer when `trace` is given."""

    def __init__(self, log, command, trace=None):
        self.log, self.trace = log, None
        if trace:
            calls, when, self.trace, store = trace
            command = [sys.executable, f"{HERE}/tracer.py", calls, str(when), self.trace,
                       *(["--store", store] if store else []), "--", *command]
        with open(log, "w") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, stdin=subprocess.DEVNULL)

    def says(self, text):
        if text in read(self.log):
            return True
        return self.process.poll() is not None

    @property
    def was_killed(self):
        return any(fact["what"] == "killed" for fact in self.facts())

    def facts(self):
        return lines(self.trace) if self.trace and os.path.exists(self.trace) else []

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def terminate(self):
        """SIGTERM to the program itself; its exit status."""
        pid = self.process.pid
        if self.trace:
            started = await_("the tracer", lambda: self.has_ended or self.facts())
            pid = started[0]["pid"] if started is not True else None
        try:
            if pid and not self.has_ended:
                os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Trouble(f"{os.path.basename(self.log)} does not end after SIGTERM")

    def end(self):
        if not self.has_ended:
            # A tracer's victim dies with it (PTRACE_O_EXITKILL).
            self.process.kill()
            self.process.wait()


class World:
    """A message bus, a stand-in provider with one user, and a store in which that user is known."""

    def __init__(self, programs):
        self.programs = programs
        self.dir = tempfile.mkdtemp(prefix="credstate-kill-")
        self.others = []
        self.number = 0
        self.bus = f"unix:path={self.dir}/bus"
        with open(f"{self.dir}/seal.key", "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(os.urandom(32))
        bus = self.start("dbus", ["dbus-daemon", "--session", "--nofork", "--print-address",
                                  f"--address={self.bus}"])
        await_("the message bus", lambda: bus.says("unix:"))
        sandbox = self.start("sandbox", [f"{programs}/credstate-sandbox", "serve", "--directory",
                                         f"{self.dir}/sandbox", "--client", CLIENT])
        await_("the stand-in provider", lambda: sandbox.says('"ready":'))
        self.provider = json.loads(read(sandbox.log).splitlines()[0])
        self.token = self.control("user", "add", SUBJECT)
        self.second_token = self.control("user", "add", "002.bob")

    def start(self, name, command):
        program = Program(f"{self.dir}/{name}.log", command)
        self.others.append(program)
        return program

    def control(self, *words):
        return subprocess.run(
            [f"{self.programs}/credstate-sandbox", "control", *words, "--directory",
             f"{self.dir}/sandbox"], check=True, capture_output=True, text=True).stdout

    def prepare(self):
        """Makes the template: the user is registered and confirmed; then he is revoked."""
        point = Point(self)
        point.start_runner()
        point.start_daemon()
        point.await_ready()
        point.register()
        await_("the first look", lambda: point.state() == "authorized")
        if point.daemon.terminate() != 0:
            raise Trouble(f"the daemon failed {point.daemon.process.returncode}: {read(point.daemon.log)}")
        self.template = f"{self.dir}/template"
        shutil.copytree(point.store_directory, self.template)
        point.close()
        self.control("user", "revoke", SUBJECT)

    def close(self):
        for program in reversed(self.others):
            program.end()
        shutil.rmtree(self.dir, ignore_errors=True)


class Point:
    """One run of daemon and hook runner in a world, killed at most once."""

    def __init__(self, world, template=None):
        self.world = world
        world.number += 1
        self.dir = f"{world.dir}/{world.number}"
        os.mkdir(self.dir)
        self.store_directory = f"{self.dir}/state"
        self.store = f"{self.store_directory}/store.db"
        if template:
            shutil.copytree(template, self.store_directory)
        else:
            os.mkdir(self.store_directory, 0o700)
        self.daemon = self.runner = None
        self.subject, self.token = SUBJECT, world.token
        self.requests_before = len(lines(world.provider["log"]))
        with open(f"{self.dir}/hook", "w") as file:
            os.fchmod(file.fileno(), 0o700)
            file.write(HOOK.format(python=sys.executable))
        with open(f"{self.dir}/credstate.toml", "w") as file:
            file.write(CONFIGURATION.format(
                world=world.dir, point=self.dir, url=world.provider["url"],
                ca=world.provider["ca"], key=world.provider["key"]))

    def start_runner(self, trace=None):
        self.runner = Program(
            f"{self.dir}/runner-{time.monotonic_ns()}.log",
            [f"{self.world.programs}/credstate-hookd", "--socket", f"{self.dir}/hookd",
             "--trust-own-files"], trace)

    def start_daemon(self, trace=None):
        self.daemon = Program(
            f"{self.dir}/daemon-{time.monotonic_ns()}.log",
            [f"{self.world.programs}/credstated", "--config", f"{self.dir}/credstate.toml",
             "--state-directory", self.store_directory, "--bus-address", self.world.bus,
             "--hook-socket", f"{self.dir}/hookd"], trace)

    def await_ready(self):
        await_("the daemon", lambda: self.daemon.says("credstated is ready"))
        if self.daemon.has_ended and not self.daemon.was_killed:
            raise Trouble(f"the daemon did not start ({self.daemon.process.returncode}): {read(self.daemon.log).strip()}")

    def control(self, *words, text=None):
        return subprocess.run(
            [f"{self.world.programs}/credstatectl", "--bus-address", self.world.bus, "--json",
             *words], input=text, capture_output=True, text=True, timeout=PATIENCE)

    def register(self):
        """True when the daemon said that the user is stored."""
        return self.control("register", PROVIDER, self.subject, "--client", CLIENT,
                            text=self.token).returncode == 0

    def query(self, sql):
        """Rows of the store, read beside the daemon; None when it cannot be read (yet), as when the
        daemon was killed while it made the log's index."""
        if not os.path.exists(self.store):
            return None
        base = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=5)
        try:
            return base.execute(sql).fetchall()
        except sqlite3.OperationalError:
            return None
        finally:
            base.close()

    def snapshot(self, sql):
        """Rows of the store of a dead daemon, as a restart would find them; the files stay."""
        with tempfile.TemporaryDirectory(dir=self.dir) as folder:
            for name in ("store.db", "store.db-wal"):
                if os.path.exists(f"{self.store_directory}/{name}"):
                    shutil.copy(f"{self.store_directory}/{name}", f"{folder}/{name}")
            base = sqlite3.connect(f"{folder}/store.db")
            try:
                return base.execute(sql).fetchall()
            finally:
                base.close()

    def state(self):
        rows = self.query("SELECT state FROM credentials")
        return rows[0][0] if rows else None

    def is_settled(self):
        """Whether the user is revoked and the hook is done with it."""
        rows = self.query("SELECT e.new_state, d.open FROM events e LEFT JOIN deliveries d "
                          "USING (sequence) WHERE e.new_state = 'revoked'")
        return bool(rows) and all(open_ == 0 for _, open_ in rows)

    def events(self):
        answer = self.control("events")
        if answer.returncode != 0:
            raise Trouble(f"ListEvents failed: {answer.stdout}{answer.stderr}")
        return json.loads(answer.stdout)["events"]

    def requests(self):
        return lines(self.world.provider["log"])[self.requests_before:]

    def hook_log(self):
        return lines(f"{self.dir}/hook.log")

    def logs(self):
        """What daemon and runner said, for a report."""
        names = sorted(n for n in os.listdir(self.dir) if n.endswith(".log"))
        return "\n".join(f"--- {name}\n{read(f'{self.dir}/{name}').strip()}" for name in names)

    def close(self, keep=False):
        for program in (self.daemon, self.runner):
            if program:
                program.end()
        if not keep:
            shutil.rmtree(self.dir, ignore_errors=True)
