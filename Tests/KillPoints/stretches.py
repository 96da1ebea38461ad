"""The stretches that are enumerated. Each runs one point and says how it went."""
import datetime
import os

import oracle
from world import Point, Trouble, await_, lines, storefile

AT_KILL = """
SELECT (SELECT count(*) FROM credentials WHERE claim_epoch IS NOT NULL),
       (SELECT next_look FROM credentials),
       (SELECT status FROM deliveries), (SELECT attempts FROM deliveries)"""


class Stretch:
    """One run: start, wait, kill, restart, judge. `when` 0 kills nobody."""

    victim = "daemon"

    def __init__(self, world, calls, when):
        self.world, self.calls, self.when = world, calls, when
        self.point = self.make_point()
        self.trace = f"{self.point.dir}/trace"
        self.complaints = []

    def make_point(self):
        return Point(self.world, self.world.template)

    def run(self):
        """Runs the point; what is wrong is in `complaints`."""
        try:
            self.complaints = self.perform()
        except Trouble as trouble:
            self.complaints = [str(trouble)]
        self.facts = lines(self.trace) if os.path.exists(self.trace) else []
        if self.complaints:
            self.complaints = self.complaints + [self.point.logs()]
        self.point.close()
        return self

    @property
    def place(self):
        """The call at which it was killed; None when it was not reached."""
        return self.kill and self.fact("point")

    @property
    def kill(self):
        return self.fact("killed")

    def fact(self, what):
        facts = getattr(self, "facts", None) or lines(self.trace)
        return next((fact for fact in facts if fact["what"] == what), None)

    def start(self, name, traced=False):
        begin = self.point.start_daemon if name == "daemon" else self.point.start_runner
        watched = self.point.store if self.watches else None
        traced = traced and name == self.victim
        begin((self.calls, self.when, self.trace, watched) if traced else None)

    def restart(self, name):
        self.start(name)
        self.point.await_ready()

    def stop_daemon(self):
        status = self.point.daemon.terminate()
        if status != 0:
            raise Trouble(f"the daemon ended with status {status} after SIGTERM")

    def leftovers(self):
        return storefile.leftovers(self.point.store_directory)

    def listed(self):
        """The answer to ListEvents, with the times as numbers."""
        events = self.point.events()
        for event in events:
            event["time"] = datetime.datetime.fromisoformat(
                event["at"].replace("Z", "+00:00")).timestamp()
        return events


class Revocation(Stretch):
    """A known user is found revoked, and the hook is run; the daemon is killed."""

    watches = True

    def perform(self):
        point = self.point
        self.start("runner", traced=True)
        await_("the hook runner", lambda: os.path.exists(f"{point.dir}/hookd")
               or point.runner.has_ended)
        self.start("daemon", traced=True)
        victim = point.daemon if self.victim == "daemon" else point.runner
        await_("the end of the stretch", lambda: victim.has_ended or point.is_settled())
        victim.terminate()
        at_kill = self.at_kill() if self.kill else {}
        self.restart(self.victim)
        await_("the revocation and its hook",
               lambda: point.daemon.has_ended or point.is_settled())
        self.stop_daemon()
        self.restart("daemon")
        events = self.listed()
        self.stop_daemon()
        point.runner.terminate()
        trace = lines(self.trace)
        complaints = oracle.revocation({
            "victim": self.victim, "kill": self.kill, "at_kill": at_kill, "trace": trace,
            "events": events, "hook": point.hook_log(), "requests": point.requests(),
            "leftovers": self.leftovers(),
            "delivery": point.snapshot("SELECT status, open, attempts FROM deliveries")[0]})
        if self.victim == "daemon" and self.when == 0:
            complaints += oracle.completeness(trace)
        return complaints

    def at_kill(self):
        claims, next_look, status, attempts = self.point.snapshot(AT_KILL)[0]
        return {"claims": claims, "next_look": next_look, "status": status, "attempts": attempts}


class RunnerDeath(Revocation):
    """The same; the hook runner is killed."""

    victim = "runner"

    def at_kill(self):
        store = self.fact("point")["store"] or {}
        for _, status, attempts in store.get("deliveries", []):
            return {"status": status, "attempts": attempts}
        return {}


class Rotation(Stretch):
    """A user of a provider that replaces tokens is handed over and looked at; the daemon is killed."""

    watches = True
    LOOKS = 3

    def make_point(self):
        return Point(self.world, rotating=True)

    def perform(self):
        point, server = self.point, self.point.server
        point.subject, point.token = "003.carol", "t.1"
        self.start("daemon", traced=True)
        point.await_ready()
        if not point.daemon.has_ended:
            point.register()
        await_("some refreshes",
               lambda: point.daemon.has_ended or server.rotations() >= self.LOOKS)
        point.daemon.terminate()
        claims = self.claims() if self.kill else 0
        self.restart("daemon")
        if point.state() is None and not point.register():
            raise Trouble("the restarted daemon does not register a user")
        before = server.rotations()
        await_("further refreshes, or that a loss is told",
               lambda: server.rotations() >= before + 2 or point.status() == "lost")
        events = self.listed()
        self.stop_daemon()
        trace = lines(self.trace)
        complaints = oracle.rotation({
            "kill": self.kill, "claims": claims, "events": events, "requests": server.log,
            "trace": trace, "hook": point.hook_log(), "leftovers": self.leftovers()})
        if self.when == 0:
            complaints += oracle.rotation_completeness(trace)
        return complaints

    def claims(self):
        if not os.path.exists(self.point.store):
            return 0
        return self.point.snapshot(
            "SELECT count(*) FROM grants WHERE status = 'outstanding'")[0][0]


class Registration(Stretch):
    """The daemon starts with an empty state directory and is handed a user; it is killed."""

    watches = False
    SUBJECT = "002.bob"

    def make_point(self):
        return Point(self.world)

    def perform(self):
        point = self.point
        point.subject, point.token = self.SUBJECT, self.world.second_token
        self.start("daemon", traced=True)
        point.await_ready()
        acknowledged = not point.daemon.has_ended and point.register()
        await_("the first look",
               lambda: point.daemon.has_ended or point.state() == "authorized")
        point.daemon.terminate()
        before = self.generation()
        self.restart("daemon")
        kept = point.state() is not None
        if not kept and not point.register():
            raise Trouble("the restarted daemon does not register a user")
        await_("the first look", lambda: point.state() == "authorized")
        events = self.listed()
        self.stop_daemon()
        return oracle.registration({
            "acknowledged": acknowledged, "kept": kept, "events": events,
            "generations": (before, self.generation()), "leftovers": self.leftovers()})

    def generation(self):
        if not os.path.exists(self.point.store):
            return None
        return self.point.snapshot("SELECT generation FROM meta")[0][0]
