"""The users: who signs in, who withdraws consent at the provider, and when. The oracle's facts."""
import queue
import subprocess
import threading
import time

from stage import APPLE_CLIENT, CLIENT, QUICK, STRICT


class User:
    """One user and what was done about him, with wall times; only ever added to."""

    def __init__(self, provider, subject):
        self.provider, self.subject = provider, subject
        self.sign_ins = []  # {"begin", "end": when the daemon said that it is stored}
        self.revocations = []  # {"begin", "end", "raced": signed in again at once}
        self.checks = []  # {"begin", "end"} of `credstatectl check`
        self.state = None  # as the last event says; None while a sign-in or revocation is news

    @property
    def is_signed_in(self):
        """Whether the daemon has taken every sign-in."""
        return all(sign_in["end"] for sign_in in self.sign_ins)

    def facts(self):
        return {"provider": self.provider, "subject": self.subject, "sign_ins": self.sign_ins,
                "revocations": self.revocations, "checks": self.checks}


class People(threading.Thread):
    """Signs users in and revokes them at random; the number of good ones stays about the same."""

    SIGN_IN_WORKERS = 3

    def __init__(self, stage, random, count, strict, each):
        super().__init__(name="people", daemon=True)
        self.stage, self.random, self.each = stage, random, each
        self.users, self.trouble = {}, []
        self.waiting = queue.Queue()
        self.ending = threading.Event()
        self.heard = 0  # bytes of the follower's output
        for number in range(count):
            self.sign_in(self.new(QUICK))
        for number in range(strict):
            self.sign_in(self.new(STRICT))
        self.workers = [threading.Thread(target=self.work, daemon=True)
                        for _ in range(self.SIGN_IN_WORKERS)]

    def new(self, provider):
        prefix = "s" if provider == STRICT else "u"
        user = User(provider, f"{prefix}{len(self.users) + 1:05}")
        self.users[user.subject] = user
        return user

    def sign_in(self, user):
        user.state = None
        user.sign_ins.append({"begin": time.time(), "end": None})
        self.waiting.put((user, user.sign_ins[-1]))

    def run(self):
        for worker in self.workers:
            worker.start()
        while not self.ending.wait(self.random.expovariate(1 / self.each)):
            try:
                self.listen()
                self.step()
            except (OSError, subprocess.SubprocessError) as error:
                self.trouble.append(f"people: {error}")

    def stop(self):
        """No more news; those who are signing in get their time."""
        self.ending.set()
        self.join()
        end = time.monotonic() + 60
        while not all(user.is_signed_in for user in self.users.values()):
            if time.monotonic() > end:
                return
            time.sleep(0.1)

    def listen(self):
        """Learns from the follower what the daemon has told of whom."""
        events, self.heard = self.stage.followed_from(self.heard)
        for event in events:
            self.users[event["subject"]].state = event["state"]

    def step(self):
        quick = [user for user in self.users.values()
                 if user.provider == QUICK and user.is_signed_in]
        good = [user for user in quick if user.state == "authorized"]
        if good and self.random.random() < 0.9:
            self.revoke(self.random.choice(good))
            told = [user for user in quick if user.state == "revoked"]
            again = told and self.random.random() < 0.5
            self.sign_in(self.random.choice(told) if again else self.new(QUICK))
        if self.random.random() < 0.03:
            strict = [user for user in self.users.values()
                      if user.provider == STRICT and user.state == "authorized"]
            if strict:
                self.revoke(self.random.choice(strict))
        if self.random.random() < 0.2:
            self.check(self.random.choice(list(self.users.values())))

    def revoke(self, user):
        user.state = None
        raced = user.provider == QUICK and self.random.random() < 0.1
        fact = {"begin": time.time(), "end": None, "raced": raced}
        user.revocations.append(fact)
        self.stage.control("user", "revoke", user.subject)
        fact["end"] = time.time()
        if raced:
            self.sign_in(user)

    def check(self, user):
        fact = {"begin": time.time(), "end": None}
        user.checks.append(fact)
        self.stage.ask("check", user.provider, user.subject)
        fact["end"] = time.time()

    def work(self):
        while True:
            user, fact = self.waiting.get()
            client = APPLE_CLIENT if user.provider == STRICT else CLIENT
            token = self.stage.control("user", "add", user.subject, "--client", client)
            while True:
                try:
                    answer = self.stage.ask("register", user.provider, user.subject, "--client",
                                            client, "--account", f"account of {user.subject}",
                                            text=token)
                    if answer.returncode == 0:
                        break
                except subprocess.TimeoutExpired:
                    self.trouble.append(f"register {user.subject} did not end")
                time.sleep(0.2)
            fact["end"] = time.time()
