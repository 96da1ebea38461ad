"""What a soak runs: the bus, the stand-in provider, the daemon, the hook runner, a follower."""
import os
import sys
import time

sys.path.insert(1, f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/Running")
import hooks
from configuration import configuration, provider
from installation import Installation
from programs import Surroundings

CLIENT, APPLE_CLIENT = "com.example.app", "com.example.strict"
QUICK, STRICT = "quick", "strict"  # the providers
INTERVAL, CONFIRM_AFTER = 15, 3  # seconds, of the quick one
REQUEST_TIMEOUT = 5  # seconds; a look may reach the provider as late as this

# Nothing is kept back here: users leave in numbers that the brake is for.
BRAKE = 1_000_000
EACH = {"baseline": False, "looks_per_second": 100, "request_timeout": f"{REQUEST_TIMEOUT}s"}


class Stage(Installation, Surroundings):
    """The programs and their files. Nothing here decides what is done to them."""

    def __init__(self, programs, seed):
        super().__init__(programs, "credstate-soak-", [CLIENT, APPLE_CLIENT])
        hooks.write_script(self.dir)
        quick = provider(
            QUICK, "sandbox", [CLIENT], self.provider, interval=f"{INTERVAL}s", stale_after="1d",
            confirm_after=f"{CONFIRM_AFTER}s", brake_min=BRAKE, brake_max_per_hour=BRAKE,
            brake_max_per_day=BRAKE, in_flight=50, **EACH)
        # Apple's own rule: one look in 24 h and one more.
        strict = provider(
            STRICT, "apple", [APPLE_CLIENT], self.provider, confirm_after="15m", **EACH)
        self.prepare(configuration(
            self.dir, quick, strict, concurrency=16, timeout=f"{hooks.TIME_LIMIT}s",
            retry_first="1s", retry_longest="4s", hooks=hooks.configuration(self.dir, seed)))

    def revoked_at_provider(self):
        """The subjects that the stand-in provider itself calls revoked, and all others."""
        rows = [line.split("\t") for line in self.control("user", "list").splitlines()]
        return {row[0]: row[-1] != "good" for row in rows}

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
