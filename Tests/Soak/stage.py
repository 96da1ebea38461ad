"""What a soak runs: the bus, the stand-in provider, the daemon, the hook runner, a follower."""
import os
import sys
import time

sys.path.insert(1, f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/Running")
import hooks
import storefile
from programs import Surroundings, Trouble, await_
from installation import Installation

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
stale_after = "1d"
confirm_after = "{confirm_after}s"
baseline = false
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
baseline = false
looks_per_second = 100
request_timeout = "{timeout}s"

[hooks]
directories = []
concurrency = 16
timeout = "{limit}s"
retry_first = "1s"
retry_longest = "4s"
"""


class Stage(Installation, Surroundings):
    """The programs and their files. Nothing here decides what is done to them."""

    def __init__(self, programs, seed):
        super().__init__(programs, "credstate-soak-", [CLIENT, APPLE_CLIENT])
        hooks.write_script(self.dir)
        self.prepare(CONFIGURATION.format(
            dir=self.dir, interval=INTERVAL, confirm_after=CONFIRM_AFTER, timeout=REQUEST_TIMEOUT,
            limit=hooks.TIME_LIMIT, **self.provider) + hooks.configuration(self.dir, seed))

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
