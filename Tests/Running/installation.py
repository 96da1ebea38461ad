"""Daemon, hook runner and a follower of the events, in a place, and what they say."""
import json
import os
import re
import signal

import storefile
from programs import Program, Trouble, await_, lines, read


class Installation:
    """What runs in a `Place`; to be inherited beside it. Nothing here decides what is done to it."""

    daemon = runner = follower = None

    def prepare(self, configuration):
        """Makes the folders and writes the configuration."""
        self.state = f"{self.dir}/state"
        self.store = f"{self.state}/store.db"
        self.scratch = f"{self.dir}/scratch"
        self.environment = {**os.environ, "TMPDIR": f"{self.dir}/temporary"}
        for folder in (self.state, self.scratch, f"{self.dir}/temporary"):
            os.mkdir(folder, 0o700)
        with open(f"{self.dir}/credstate.toml", "w") as file:
            file.write(configuration)

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

    def told(self, *words):
        """The document that credstatectl answers with."""
        answer = self.ask(*words)
        if answer.returncode != 0:
            raise Trouble(f"credstatectl {' '.join(words)}: {answer.stdout}{answer.stderr}")
        return json.loads(answer.stdout)

    def events(self):
        """The answer to ListEvents."""
        return self.told("events")["events"]

    def credentials(self):
        """The answer to ListCredentials, as (provider, subject) → state."""
        return {f"{row['provider']} {row['subject']}": row["state"]
                for row in self.told("list")["credentials"]}

    def conditions(self):
        """The conditions that hold now."""
        return [row["condition"] for row in self.told("status")["status"]["conditions"]]

    def told_conditions(self):
        """What the log says of conditions: ("began" or "ended", kind, subject), in order."""
        return re.findall(r"A condition (began|ended).*?\bcondition=(\w+) subject=\"?([^\"\n]*?)\"?"
                          r"(?= \w+=|$)", self.daemon.output, re.MULTILINE)

    def query(self, sql):
        return storefile.query(self.store, sql)

    def hook_log(self):
        return lines(f"{self.dir}/hooks.log")

    def ledger(self):
        """The deliveries in the store of a daemon that has ended."""
        names = "sequence", "hook", "status", "attempts", "previous", "detail"
        rows = storefile.snapshot(
            self.state, f"SELECT {', '.join(names)} FROM deliveries", self.scratch)
        return [dict(zip(names, row)) for row in rows]

    def integrity(self):
        """What SQLite says of the store of a daemon that has ended."""
        rows = storefile.snapshot(self.state, "PRAGMA integrity_check", self.scratch)
        return [row[0] for row in rows]

    def stop_in_order(self):
        """Ends daemon and hook runner; what was wrong with that."""
        trouble = []
        for name, program in (("daemon", self.daemon), ("hook runner", self.runner)):
            status = program.terminate()
            if status != 0:
                trouble.append(f"the {name} ended with status {status} after SIGTERM: "
                               f"{program.output[-500:]}")
        return trouble

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
