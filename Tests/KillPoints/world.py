"""The programs around one user who is revoked: what is started, how, and what is read of it."""
import json
import os
import shutil
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, f"{os.path.dirname(HERE)}/Running")
import storefile
from configuration import configuration, provider
from rotating import RotatingServer
from programs import Program, Surroundings, Trouble, await_, lines, read

PROVIDER, CLIENT, SUBJECT = "stand-in", "com.example.app", "001.alice"

HOOK_ENTRY = """
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


class Traced(Program):
    """A program under the tracer, which kills it at one system call."""

    def __init__(self, log, command, trace):
        calls, when, self.trace, store = trace
        super().__init__(log, [
            sys.executable, f"{HERE}/tracer.py", calls, str(when), self.trace,
            *(["--store", store] if store else []), "--", *command])

    @property
    def was_killed(self):
        return any(fact["what"] == "killed" for fact in self.facts())

    def facts(self):
        return lines(self.trace) if os.path.exists(self.trace) else []

    @property
    def pid(self):
        # A tracer's victim dies with it (PTRACE_O_EXITKILL).
        started = await_("the tracer", lambda: self.has_ended or self.facts())
        return started[0]["pid"] if started is not True else None


class World(Surroundings):
    """A message bus, a stand-in provider with one user, and a store in which that user is known."""

    def __init__(self, programs):
        super().__init__(programs, "credstate-kill-", [CLIENT])
        self.number = 0
        self.token = self.control("user", "add", SUBJECT)
        self.second_token = self.control("user", "add", "002.bob")

    def prepare(self):
        """Makes the template: the user is registered and confirmed; then he is revoked."""
        point = Point(self)
        point.start_runner()
        point.start_daemon()
        point.await_ready()
        point.register()
        await_("the first look", lambda: point.state() == "authorized")
        if point.daemon.terminate() != 0:
            raise Trouble(f"the daemon failed {point.daemon.process.returncode}: "
                          f"{point.daemon.output}")
        self.template = f"{self.dir}/template"
        shutil.copytree(point.store_directory, self.template)
        point.close()
        self.control("user", "revoke", SUBJECT)

    def close(self):
        self.end()
        shutil.rmtree(self.dir, ignore_errors=True)


class Point:
    """One run of daemon and hook runner in a world, killed at most once."""

    def __init__(self, world, template=None, rotating=False):
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
        self.requests_before = len(world.requests())
        with open(f"{self.dir}/hook", "w") as file:
            os.fchmod(file.fileno(), 0o700)
            file.write(HOOK.format(python=sys.executable))
        self.server = RotatingServer(world.dir) if rotating else None
        at, more = world.provider, {}
        if rotating:
            at = {**at, "url": self.server.url, "ca": self.server.authority}
            more = {"rotating": True}
        with open(f"{self.dir}/credstate.toml", "w") as file:
            quick = provider(
                PROVIDER, "sandbox", [CLIENT], at, interval="1s", stale_after="1d",
                confirm_after="1s", baseline=False, **more)
            file.write(configuration(
                world.dir, quick, hooks=HOOK_ENTRY.format(point=self.dir)))

    def start(self, name, command, trace):
        log = f"{self.dir}/{name}-{time.monotonic_ns()}.log"
        return Traced(log, command, trace) if trace else Program(log, command)

    def start_runner(self, trace=None):
        self.runner = self.start(
            "runner",
            [f"{self.world.programs}/credstate-hookd", "--socket", f"{self.dir}/hookd",
             "--trust-own-files"], trace)

    def start_daemon(self, trace=None):
        self.daemon = self.start(
            "daemon",
            [f"{self.world.programs}/credstated", "--config", f"{self.dir}/credstate.toml",
             "--state-directory", self.store_directory, "--bus-address", self.world.bus,
             "--hook-socket", f"{self.dir}/hookd"], trace)

    def await_ready(self):
        await_("the daemon", lambda: self.daemon.says("credstated is ready"))
        if self.daemon.has_ended and not getattr(self.daemon, "was_killed", False):
            raise Trouble(f"the daemon did not start ({self.daemon.process.returncode}): "
                          f"{self.daemon.output.strip()}")

    def register(self):
        """True when the daemon said that the user is stored."""
        return self.world.ask("register", PROVIDER, self.subject, "--client", CLIENT,
                              text=self.token).returncode == 0

    def query(self, sql):
        return storefile.query(self.store, sql)

    def snapshot(self, sql):
        return storefile.snapshot(self.store_directory, sql, self.dir)

    def state(self):
        rows = self.query("SELECT state FROM credentials")
        return rows[0][0] if rows else None

    def status(self):
        """The status of the user's token."""
        rows = self.query("SELECT status FROM grants")
        return rows[0][0] if rows else None

    def is_settled(self):
        """Whether the user is revoked and the hook is done with it."""
        rows = self.query("SELECT e.new_state, d.open FROM events e LEFT JOIN deliveries d "
                          "USING (sequence) WHERE e.new_state = 'revoked'")
        return bool(rows) and all(open_ == 0 for _, open_ in rows)

    def events(self):
        answer = self.world.ask("events")
        if answer.returncode != 0:
            raise Trouble(f"ListEvents failed: {answer.stdout}{answer.stderr}")
        return json.loads(answer.stdout)["events"]

    def requests(self):
        return self.world.requests()[self.requests_before:]

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
        if self.server:
            self.server.close()
        if not keep:
            shutil.rmtree(self.dir, ignore_errors=True)
