"""One daemon, runner, bus and stand-in provider with many users, and a fault for a while."""
import collections
import concurrent.futures
import time

import hooks
from configuration import configuration, provider
from installation import Installation
from programs import Surroundings, Trouble, await_

PROVIDER = "quick"
HOOKS = [hooks.Hook("log-out", (0, 0.1))]
SETTLING = 150  # seconds after a fault's end within which all must be told
WORKERS = 4


class World(Installation, Surroundings):
    """All that runs for one fault, its users signed in and confirmed."""

    def __init__(self, programs, fault):
        super().__init__(programs, "credstate-faults-", fault.clients)
        self.fault, self.left, self.came, self.releases = fault, {}, [], 0
        self.client = fault.clients[0]
        hooks.write_script(self.dir)
        settings = {"stale_after": "1d", "looks_per_second": 100, "in_flight": 50, **fault.more}
        quick = provider(
            PROVIDER, "sandbox", fault.clients, self.provider, interval=f"{fault.interval}s",
            confirm_after=f"{fault.confirm_after}s", **settings)
        self.prepare(configuration(
            self.dir, quick, hooks=hooks.configuration(self.dir, "1", HOOKS)))
        self.start_runner()
        self.start_daemon()
        self.await_ready()
        self.start_follower()

    def sign_in_all(self):
        """Everybody is registered and confirmed."""
        count = self.fault.users - self.fault.cohort
        self.users = {}
        if self.fault.cohort:
            self.users = self.sign_in("--count", str(self.fault.cohort), "--prefix", "old")
            self.cohort_until = time.time() + 2
            time.sleep(4)
        self.users.update(self.sign_in("--count", str(count), "--prefix", "u"))
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(lambda user: self.register(user, self.users[user]), self.users))
        await_("the first looks", lambda: self.states()["authorized"] == self.fault.users,
               patience=120)

    def sign_in(self, *words):
        """Signs users in at the provider; their tokens."""
        lines = self.control("user", "add", *words)
        return dict(line.split("\t") for line in lines.splitlines())

    def register(self, subject, token):
        answer = self.ask("register", PROVIDER, subject, "--client", self.client, text=token)
        if answer.returncode != 0:
            raise Trouble(f"{subject} could not be registered: {answer.stdout}")

    def states(self):
        """How many users are in each state."""
        return collections.Counter(self.credentials().values())

    def perform(self):
        """The fault, and what is done amid it."""
        fault = self.fault
        mode = list(fault.mode)
        if fault.cohort:
            mode.append(str(int(time.time() - self.cohort_until)))
            self.left.update({f"old{number}": time.time() for number in range(1, fault.cohort + 1)})
        self.control("mode", *mode)
        time.sleep(fault.lasts / 2)
        self.people()
        time.sleep(fault.lasts / 2)
        if fault.cohort:
            self.release()
        else:
            self.control("mode", "normal")
        self.over = time.time()
        self.settle()
        time.sleep(2 * fault.interval + 2)  # in which something could still go wrong

    def people(self):
        """Some leave; others come, or come back."""
        fault = self.fault
        for subject in fault.leavers:
            self.left[subject] = time.time()
            self.control("user", "revoke", subject, "--as", fault.leave_as)
        for subject in fault.returners:
            self.come_back(subject)
        for number in range(fault.sign_ins):
            subject = f"n{number}"
            self.came.append(subject)
            self.register(subject, self.control("user", "add", subject))
        for number in range(1, fault.miscast + 1):
            subject = f"u{number}"
            self.register(subject, self.control("user", "add", subject, "--client",
                                                fault.clients[1]))

    def come_back(self, subject):
        """One leaves, and signs in anew at once, or while a look finds that he left."""
        self.control("user", "revoke", subject, "--as", self.fault.leave_as)
        if not self.fault.amid_look:
            return self.register(subject, self.control("user", "add", subject))
        self.told("check", PROVIDER, subject)
        # Written when the look arrives; its answer is on its way for as many seconds as `mode` says.
        look = await_(f"a look at {subject}", lambda: next((
            line for line in self.requests()
            if line.get("subject") == subject and line["status"] == 400), None))
        self.register(subject, self.control("user", "add", subject))
        late = time.time() - look["time"] / 1000
        if late > float(self.fault.mode[1]):
            raise Trouble(f"{subject} signed in {late:.1f} s after the look, not amid it")

    def release(self):
        """An administrator lets those go who really left."""
        await_("the brake", lambda: "brake_on" in self.conditions())
        while not self.are_gone():
            await_("a hold", lambda: self.are_gone() or self.told("holds")["credentials"],
                   patience=60)
            self.releases += 1
            self.told("release", PROVIDER)
            time.sleep(self.fault.interval)

    def are_gone(self):
        """Whether everybody who left is logged out."""
        gone = {event["subject"] for event in self.followed() if event["action"] == "log_out"}
        return gone >= set(self.left)

    def settle(self):
        """Waits until all that must follow has; what is missing is the oracle's to tell."""
        end = time.monotonic() + SETTLING
        while time.monotonic() < end:
            if self.are_gone() and not self.conditions() and not self.query(
                    "SELECT 1 FROM deliveries WHERE open = 1 LIMIT 1"):
                return
            time.sleep(1)

    def gather(self):
        """The evidence, once everything has ended."""
        events, states, status = self.events(), self.credentials(), self.told("status")["status"]
        last = events[-1]["sequence"]
        await_("the follower", lambda: (self.followed() or [{}])[-1].get("sequence") == last)
        conditions = self.told_conditions()
        trouble = self.stop_in_order()
        requests = collections.defaultdict(list)
        for line in self.requests():
            if line["request"] == "POST /auth/token" and line.get("subject"):
                requests[line["subject"]].append(line)
        return {
            "fault": self.fault, "left": self.left, "came": self.came, "over": self.over,
            "events": events, "events_later": events, "followed": self.followed(),
            "hooks": self.hook_log(), "kills": [], "closed": {}, "deliveries": self.ledger(),
            "requests_of": requests, "states": states, "conditions": conditions,
            "status": status, "releases": self.releases, "trouble": trouble + [
                f"integrity_check: {row}" for row in self.integrity() if row != "ok"]}
