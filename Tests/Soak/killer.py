"""Kills daemon, hook runner and bus at random times, and starts them again."""
import collections
import signal
import threading
import time

DAEMON, RUNNER, BUS = "daemon", "runner", "bus"
# Who dies together, and how often.
VICTIMS = [((DAEMON,), 40), ((RUNNER,), 32), ((BUS,), 8), ((DAEMON, RUNNER), 6), ((DAEMON, BUS), 2),
           ((DAEMON, RUNNER, BUS), 2)]
PAUSE_SHARE = 0.06  # of all turns: the runner is stopped and goes on later
STOP_SHARE = 0.04  # of all turns: the daemon is told to stop, and must do it in order


class Killer(threading.Thread):
    """The only one that ends or starts daemon, runner and bus while the soak goes on."""

    def __init__(self, stage, random, mean):
        super().__init__(name="killer", daemon=True)
        self.stage, self.random, self.mean = stage, random, mean
        self.kills, self.trouble = [], []
        self.falls = 0  # times the daemon ended by itself because there was no bus
        self.counts = collections.Counter()
        self.ending = threading.Event()
        self.spares_daemon = threading.Event()
        self.is_paused = False

    def run(self):
        while not self.ending.wait(min(self.random.expovariate(1 / self.mean), 5 * self.mean)):
            try:
                self.turn()
                self.revive()
            except Exception as error:  # a fault of this program must not pass for success
                self.trouble.append(f"killer: {type(error).__name__}: {error}")

    def stop(self):
        """No more deaths; everything runs when it returns."""
        self.ending.set()
        self.join()
        self.revive()

    def turn(self):
        chance = self.random.random()
        if chance < PAUSE_SHARE:
            self.pause()
        elif chance < PAUSE_SHARE + STOP_SHARE and not self.spares_daemon.is_set():
            self.stop_daemon()
        else:
            sets, weights = zip(*VICTIMS)
            victims = self.random.choices(sets, weights)[0]
            if self.spares_daemon.is_set():
                victims = tuple(victim for victim in victims if victim != DAEMON)
            self.kill(victims)
            if victims:
                self.ending.wait(self.random.choice([0, 0, 0.1, 0.5, 1.5]))
                self.begin(self.random.sample(victims, len(victims)))

    def program(self, name):
        return {DAEMON: self.stage.daemon, RUNNER: self.stage.runner, BUS: self.stage.dbus}[name]

    def kill(self, victims):
        for name in victims:
            program = self.program(name)
            if program.has_ended:
                self.explain(name, program)
                continue
            before = time.monotonic()
            program.process.send_signal(signal.SIGKILL)
            program.process.wait()
            self.kills.append({"victim": name, "before": before, "after": time.monotonic(),
                               "time": time.time()})
            self.counts[f"{name} killed"] += 1
            if name == BUS:
                self.stage.others.remove(program)

    def begin(self, names):
        for name in names:
            {DAEMON: self.stage.start_daemon, RUNNER: self.stage.start_runner,
             BUS: self.stage.start_bus}[name]()

    def pause(self):
        runner = self.stage.runner
        if runner.has_ended:
            return
        runner.process.send_signal(signal.SIGSTOP)
        self.counts["runner paused"] += 1
        self.ending.wait(self.random.uniform(0.2, 4))
        if self.random.random() < 0.3:
            self.kill((RUNNER,))
            self.begin((RUNNER,))
        else:
            runner.process.send_signal(signal.SIGCONT)

    def stop_daemon(self):
        daemon = self.stage.daemon
        if daemon.has_ended:
            return
        if self.random.random() < 0.7:
            end = time.monotonic() + 20
            while not daemon.says("credstated is ready") and time.monotonic() < end:
                time.sleep(0.05)
        if daemon.has_ended:
            return
        before = time.monotonic()
        status = daemon.terminate()
        self.kills.append({"victim": DAEMON, "before": before, "after": time.monotonic(),
                           "time": time.time(), "in_order": True})
        self.counts["daemon stopped"] += 1
        # Before its first instruction the signal is the kernel's business.
        if status != 0 and (status != -signal.SIGTERM or daemon.output):
            self.trouble.append(
                f"the daemon ended with status {status} after SIGTERM: {daemon.output[-500:]}")
        self.begin((DAEMON,))

    def revive(self):
        """Starts again what ended by itself, as a service manager would."""
        for name in (BUS, RUNNER, DAEMON):
            program = self.program(name)
            if program.has_ended:
                self.explain(name, program)
                self.begin((name,))

    def explain(self, name, program):
        """Notes that a program has ended by itself, which only a daemon without a bus may."""
        status = program.process.returncode
        said = program.output.strip()[-1000:]
        if name == DAEMON and "bus" in said.lower() and "is ready" not in said:
            self.falls += 1
            return
        self.trouble.append(f"{name} ended by itself with status {status}: {said}")
