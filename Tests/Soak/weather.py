"""The troubles of the provider: none of them says anything about a user."""
import collections
import threading

MODES = [
    ("outage",), ("throttle",), ("throttle", "--retry-after", "2"), ("slow", "1"), ("slow", "8"),
    ("truncate",), ("half-json",), ("captive-portal",), ("invalid-client",), ("drop",),
]


class Weather(threading.Thread):
    """Switches faults on for a few seconds at random times."""

    def __init__(self, stage, random, calm, storm):
        super().__init__(name="weather", daemon=True)
        self.stage, self.random, self.calm, self.storm = stage, random, calm, storm
        self.seen = collections.Counter()
        self.ending = threading.Event()

    def run(self):
        while not self.ending.wait(self.random.expovariate(1 / self.calm)):
            mode = self.random.choice(MODES)
            self.seen[mode[0]] += 1
            self.stage.control("mode", *mode)
            self.ending.wait(self.random.uniform(1, self.storm))
            self.stage.control("mode", "normal")

    def stop(self):
        self.ending.set()
        self.join()
        self.stage.control("mode", "normal")
