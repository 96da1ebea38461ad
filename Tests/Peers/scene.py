"""The daemon and the OAuth server that it asks, and what was seen of both."""
import collections

import hooks
from configuration import configuration
from installation import Installation
from judging import (Verdict, judge_hooks, judge_ledger, judge_sequence, judge_witnesses, moment,
                     successes)
from programs import Place, Trouble, await_

PROVIDER = "peer"
INTERVAL, CONFIRM_AFTER = 4, 2  # seconds
HOOKS = [hooks.Hook("log-out", (0, 0.1))]


class Scene(Installation, Place):
    """A bus, the server with its users, hook runner and daemon; all users registered."""

    server, provider = None, PROVIDER

    def __init__(self, programs, server):
        super().__init__(programs, "credstate-peers-")
        self.withdrawn = {}  # subject → when
        try:
            self.begin(server)
        except BaseException:
            self.end()
            raise

    def begin(self, server):
        """Starts everything, and registers the users."""
        self.server = server(self)
        self.users = [f"user-{number:02}" for number in range(1, server.USERS + 1)]
        self.tokens = self.server.open(self.users)
        hooks.write_script(self.dir)
        peer = self.server.section(
            PROVIDER, interval=f"{INTERVAL}s", confirm_after=f"{CONFIRM_AFTER}s", stale_after="1d",
            looks_per_second=20)
        self.prepare(configuration(
            self.dir, peer, hooks=hooks.configuration(self.dir, "1", HOOKS)))
        self.start_runner()
        self.start_daemon()
        self.await_ready()
        self.start_follower()
        for user in self.users:
            self.register(user)
        await_("the first looks", lambda: self.count("authorized") == len(self.users))

    def restart_daemon(self):
        """So that no condition of the case before is remembered; an error as a list."""
        status = self.daemon.terminate()
        self.start_daemon()
        self.await_ready()
        return [] if status == 0 else [f"the daemon ended with status {status} after SIGTERM"]

    def register(self, user):
        answer = self.server.enrol(self, user, self.tokens.get(user))
        if answer.returncode != 0:
            raise Trouble(f"{user} could not be registered: {answer.stdout}")

    def count(self, state):
        """How many users are in a state."""
        return collections.Counter(self.credentials().values())[state]

    def logged_out(self):
        """Whom an event has logged out, in order."""
        return [event["subject"] for event in self.followed() if event["action"] == "log_out"]

    def judge(self):
        """What was promised and is not so, at the end."""
        events = self.events()
        last = events[-1]["sequence"]
        await_("the follower", lambda: (self.followed() or [{}])[-1].get("sequence") == last)
        complaints = self.stop_in_order()
        seen = {"events": events, "events_later": events, "followed": self.followed(),
                "hooks": self.hook_log(), "kills": [], "closed": {}, "deliveries": self.ledger(),
                "requests_of": collections.defaultdict(list)}
        for line in self.server.requests():
            if line["request"] == self.server.LOOKS and line["subject"]:
                seen["requests_of"][line["subject"]].append(line)
        verdict = Verdict()
        seen["successes"] = successes(seen["requests_of"])
        for event in events:
            event["time"] = moment(event["at"])
        judge_sequence(seen, verdict)
        judge_hooks(seen, verdict, HOOKS)
        judge_ledger(seen, verdict, HOOKS)
        self.judge_users(seen, verdict)
        complaints += [f"integrity_check: {row}" for row in self.integrity() if row != "ok"]
        return complaints + [f"{kind}: {text}" for kind, text in verdict.complaints]

    def judge_users(self, seen, verdict):
        """Who withdrew is logged out once, on witnessed proofs; nobody else ever is."""
        told = [event for event in seen["events"] if event["action"] == "log_out"]
        verdict.demand(sorted(event["subject"] for event in told) == sorted(self.withdrawn),
                       "wrong", f"logged out were {[event['subject'] for event in told]}")
        for event in told:
            subject = event["subject"]
            negatives = [line for line in seen["requests_of"][subject]
                         if line["answer"] in self.server.NEGATIVES
                         and self.withdrawn.get(subject, event["time"]) <= line["time"] / 1000
                         <= event["time"]]
            judge_witnesses(subject, negatives, CONFIRM_AFTER, event, seen, verdict)
        runs = collections.Counter(line["subject"] for line in seen["hooks"]
                                   if line["what"] == "end")
        verdict.demand(runs == {subject: 1 for subject in self.withdrawn}, "hook",
                       f"the hook was run so often: {dict(runs)}")

    def end(self):
        if self.server:
            self.server.end()
        super().end()
