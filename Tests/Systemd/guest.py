"""A throw-away machine with a real systemd as its first process, made by the test bed."""
import os
import subprocess
import time

PATIENCE = 90  # seconds that any one step may take
SOURCE = "/usr/src/credstate"  # the project's folder in the guest, read-only


class Trouble(Exception):
    """The guest did not do what it must, before anything could be judged."""


class Guest:
    """One guest: commands in it, and what systemd and the journal say there."""
    def __init__(self, testbed, suite, packages, project, options=()):
        self.program, self.suite, self.packages, self.project = testbed, suite, packages, project
        self.options = options
        self.name = f"credstate-{suite}-{os.getpid()}"

    def verb(self, verb, *words, text=None, patience=PATIENCE):
        """One call of the test bed; its output is captured."""
        command = [self.program, verb, "--name", self.name, *words]
        return subprocess.run(command, input=text or "", capture_output=True, text=True,
                              timeout=patience + 60)

    def demand(self, verb, *words):
        result = self.verb(verb, *words, patience=900)
        if result.returncode != 0:
            raise Trouble(f"{verb} of the guest failed: {result.stderr.strip()[-2000:]}")
        return result.stdout

    def boot(self):
        self.demand("boot", "--suite", self.suite, "--packages", self.packages, "--require-running",
                    "--bind-ro", f"{self.project}:{SOURCE}", "--lifetime", "1800", "--timeout",
                    "300", *self.options)

    def reboot(self):
        self.demand("reboot", "--timeout", "300")

    def stop(self):
        self.verb("stop", "--now")

    def run(self, script, user="root", text=None, patience=PATIENCE):
        """A shell's script in the guest; the finished process with status and outputs."""
        options = [] if user == "root" else ["--user", user]
        return self.verb("exec", "--timeout", str(patience), *options, "--", "sh", "-c", script,
                         text=text, patience=patience)

    def output(self, script, **options):
        """What the script printed; it must succeed."""
        result = self.run(script, **options)
        if result.returncode != 0:
            raise Trouble(
                f"{script!r} ended with {result.returncode}: {result.stderr.strip()[-2000:]}")
        return result.stdout.strip()

    def until(self, condition, patience=PATIENCE):
        """Whether the shell condition came true in time."""
        script = f"until {condition}; do sleep 0.1; done"
        return self.run(f"timeout {patience} sh -c '{script}' >/dev/null 2>&1",
                        patience=patience + 10).returncode == 0

    def write(self, path, text, mode="644"):
        self.output(f"mkdir -p $(dirname {path}) && cat >{path} && chmod {mode} {path}", text=text)

    def show(self, unit, *names):
        """Properties of a unit, by name."""
        wanted = " ".join(f"-p {name}" for name in names)
        lines = self.output(f"systemctl show {wanted} {unit}").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def main_pid(self, unit):
        return int(self.show(unit, "MainPID")["MainPID"])

    def until_active(self, unit, other_than=0):
        """Whether the unit became active with a main process other than the one named."""
        both = f"systemctl show -p ActiveState -p MainPID {unit} | tr \"\\n\" \" \""
        return self.until(
            f"{both} | grep -w ActiveState=active"
            f" | grep -q -v -w -e MainPID=0 -e MainPID={other_than}"
        )

    def moment(self):
        """Now, as journalctl and date of the guest write it."""
        return f"@{time.time():.6f}"
