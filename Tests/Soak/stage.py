"""What a soak runs: the bus, the stand-in provider, the daemon, the hook runner, a follower."""
import json
import os
import signal
import sys
import time

sys.path.insert(1, f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/Running")
import hooks
import storefile
from programs import Program, Surroundings, Trouble, await_, lines, read

CLIENT, APPLE_CLIENT = "com.example.app", "com.example.strict"
QUICK, STRICT = "quick", "strict"  # the providers
INTERVAL, CONFIRM_AFTER = 15, 3  # seconds, of the quick one
REQUEST_TIMEOUT = 5  # seconds; a look may reach the provider as late as this

CONFIGURATION = """\
mode = "enforce"

[store]
sealing_key_file = "{dir}/seal.key"

# Looks often; no budget but its own interval.
[provider.quick]
kind = "sandbox"
endpoint = "{url}"
ca_file = "{ca}"
team_id = "{team}"
key_id = "{key_id}"
key_file = "{key}"
clients = ["com.example.app"]
interval = "{interval}s"
confirm_after = "{confirm_after}s"
looks_per_second = 100
brake_min = 1000000
brake_max_per_hour = 1000000
brake_max_per_day = 1000000
in_flight = 50
request_timeout = "{timeout}s"

# Apple's own rule: one look in 24 h and one more.
[provider.strict]
kind = "apple"
endpoint = "{url}"
ca_file = "{ca}"
team_id = "{team}"
key_id = "{key_id}"
key_file = "{key}"
clients = ["com.example.strict"]
confirm_after = "15m"
looks_per_second = 100
request_timeout = "{timeout}s"

[hooks]
directories = []
concurrency = 16
timeout = "{limit}s"
retry_first = "1s"
retry_longest = "4s"
"""


class Stage(Surroundings):
    """The programs and their files. Nothing here decides what is done to them."""

    def __init__(self, programs, seed):
        super().__init__(programs, "credstate-soak-", [CLIENT, APPLE_CLIENT])
        self.state = f"{self.dir}/state"
        self.store = f"{self.state}/store.db"
        self.scratch = f"{self.dir}/scratch"
        self.environment = {**os.environ, "TMPDIR": f"{self.dir}/temporary"}
        for folder in (self.state, self.scratch, f"{self.dir}/temporary"):
            os.mkdir(folder, 0o700)
        hooks.write_script(self.dir)
        with open(f"{self.dir}/credstate.toml", "w") as file:
            file.write(CONFIGURATION.format(
                dir=self.dir, interval=INTERVAL, confirm_after=CONFIRM_AFTER,
                timeout=REQUEST_TIMEOUT, limit=hooks.TIME_LIMIT, **self.provider)
                + hooks.configuration(self.dir, seed))
        self.daemon = self.runner = self.follower = None

    def start_runner(self):
        self.runner = Program(
            f"{self.dir}/runner.log",
            [f"{self.programs}/credstate-hookd", "--socket", f"{self.dir}/hookd",
             "--trust-own-files"], self.environment)

    def start_daemon(self):
        self.daemon = Program(
            f"{self.dir}/daemon.log",
            [f"{self.programs}/credstated", "--config", f"{self.dir}/credstate.toml",
             "--state-directory", self.state, "--bus-address", self.bus,
             "--hook-socket", f"{self.dir}/hookd"], self.environment)

    def start_follower(self, after=0):
        """Follows the events from the start, over everything that happens."""
        self.follower = Program(
            f"{self.dir}/followed.log",
            [f"{self.programs}/credstatectl", "--bus-address", self.bus, "--json", "events",
             "--follow", "--after", str(after)], self.environment)

    def await_ready(self):
        await_("the daemon", lambda: self.daemon.says("credstated is ready"))
        if self.daemon.has_ended:
            raise Trouble(f"the daemon did not start: {self.daemon.output.strip()}")

    def followed(self):
        """The events that the follower has printed."""
        return self.followed_from(0)[0]

    def followed_from(self, start):
        """The events that it has printed from byte `start` on, and where to go on."""
        text = read(f"{self.dir}/followed.log", start)
        whole = text[:text.rfind("\n") + 1]
        # Standard error is in the file too; those lines are no JSON.
        documents = [json.loads(line) for line in whole.splitlines() if line.startswith("{")]
        return ([document["event"] for document in documents if "event" in document],
                start + len(whole.encode()))

    def events(self):
        """The answer to ListEvents."""
        answer = self.ask("events")
        if answer.returncode != 0:
            raise Trouble(f"ListEvents failed: {answer.stdout}{answer.stderr}")
        return json.loads(answer.stdout)["events"]

    def credentials(self):
        """The answer to ListCredentials, as (provider, subject) → state."""
        answer = self.ask("list")
        if answer.returncode != 0:
            raise Trouble(f"the list failed: {answer.stdout}{answer.stderr}")
        return {f"{row['provider']} {row['subject']}": row["state"]
                for row in json.loads(answer.stdout)["credentials"]}

    def revoked_at_provider(self):
        """The subjects that the stand-in provider itself calls revoked, and all others."""
        rows = [line.split("\t") for line in self.control("user", "list").splitlines()]
        return {row[0]: row[-1] != "good" for row in rows}

    def query(self, sql):
        return storefile.query(self.store, sql)

    def hook_log(self):
        return lines(f"{self.dir}/hooks.log")

    def memory(self):
        """Resident KiB and open descriptors of the daemon; None when it is not there."""
        try:
            pid = self.daemon.process.pid
            with open(f"/proc/{pid}/status") as file:
                facts = dict(line.split(":", 1) for line in file)
            return {"rss": int(facts["VmRSS"].split()[0]), "threads": int(facts["Threads"]),
                    "descriptors": len(os.listdir(f"/proc/{pid}/fd")), "time": time.time()}
        except (OSError, KeyError):
            return None

    def processes(self):
        """Live processes that name this folder in their arguments, other than this program."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    arguments = file.read().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if self.dir in arguments and int(pid) != os.getpid():
                found.append(f"{pid}: {arguments.strip()}")
        return found

    def end(self):
        for program in (self.follower, self.daemon, self.runner):
            if program:
                if not program.has_ended:
                    program.process.send_signal(signal.SIGCONT)
                program.end()
        super().end()
