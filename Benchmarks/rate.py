"""Looks a second and CPU a look: the whole daemon beside what could be used instead of it."""
import http.client
import json
import os
import re
import sqlite3
import ssl
import statistics
import sys
import time

from fill import fill, key_of, seal_tokens
from process import Trouble, cpu_seconds, measured, memory_mib

BODY = ("client_id=com.example.app&client_secret=" + "e" * 240
        + "&grant_type=refresh_token&refresh_token=r" + "0" * 63)


def h2load(scene, count):
    body = f"{scene.dir}/body.form"
    with open(body, "w") as file:
        file.write(BODY)
    output, _, cpu = measured(
        ["h2load", "-c1", "-m100", f"-n{count}", "-d", body,
         "-H", "content-type: application/x-www-form-urlencoded",
         f"https://127.0.0.1:{scene.alive}/auth/token"])
    rate = float(re.search(r"finished in .*?, ([0-9.]+) req/s", output).group(1))
    if f"{count} succeeded" not in output:
        raise Trouble(f"h2load had failures:\n{output}")
    return rate, cpu / count * 1e6


def loop_in_c(scene, count):
    output, seconds, cpu = measured(
        [f"{scene.dir}/loop", f"https://127.0.0.1:{scene.alive}/auth/token",
         f"{scene.dir}/server.pem", BODY, str(count), "100"])
    good = json.loads(output)["good"]
    if good != count:
        raise Trouble(f"the C loop had {count - good} failures of {count}")
    return count / seconds, cpu / count * 1e6


def aiohttp(scene, count):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers", "aiohttp_loop.py")
    _, seconds, cpu = measured(
        [sys.executable, script, f"https://127.0.0.1:{scene.alive}/auth/token",
         f"{scene.dir}/server.pem", BODY, str(count), "100"])
    return count / seconds, cpu / count * 1e6


class Counter:
    """How many requests nginx has answered (stub_status)."""

    def __init__(self, scene):
        context = ssl.create_default_context(cafile=f"{scene.dir}/server.pem")
        self.connection = http.client.HTTPSConnection("127.0.0.1", scene.alive, context=context)
        self.asked = 0
        self.offset = self.raw()

    def raw(self):
        self.connection.request("GET", "/count")
        text = self.connection.getresponse().read().decode()
        self.asked += 1
        return int(text.split("requests\n")[1].split()[2]) - self.asked

    def looks(self):
        # Each look is two requests: at the door and at the location behind it.
        return (self.raw() - self.offset) // 2


def daemon(scene, count, in_flight):
    """Every one of `count` credentials is due: rate and CPU between the first and last tenth."""
    state = scene.fresh_store()
    fill(state, count, due=int(time.time() * 1000) - 3_600_000, spread_ms=1)
    seal_tokens(state, key_of(scene), count)
    scene.configure(scene.alive, pace=100_000, in_flight=in_flight)
    counter = Counter(scene)
    scene.start_daemon()
    samples, last_news = [], time.monotonic()
    while True:
        sample = (counter.looks(), time.monotonic(), cpu_seconds(scene.daemon.pid))
        if not samples or sample[0] != samples[-1][0]:
            last_news = sample[1]
        samples.append(sample)
        if sample[0] >= count:
            break
        if time.monotonic() - last_news > 30:
            raise Trouble(f"{sample[0]} of {count} looks, then none:\n{scene.daemon_log()}")
        time.sleep(0.05)
    peak = memory_mib(scene.daemon.pid, "VmHWM")
    scene.stop_daemon()
    check_committed(state, count)
    inner = [sample for sample in samples if count * 0.1 <= sample[0] <= count * 0.9]
    looks = inner[-1][0] - inner[0][0]
    return (looks / (inner[-1][1] - inner[0][1]), (inner[-1][2] - inner[0][2]) / looks * 1e6, peak)


def check_committed(state, count):
    store = sqlite3.connect(f"{state}/store.db")
    committed = store.execute(
        "SELECT count(*) FROM credential_details WHERE last_look IS NOT NULL").fetchone()[0]
    states = store.execute("SELECT state, count(*) FROM credentials GROUP BY 1").fetchall()
    store.close()
    if committed != count or states != [("authorized", count)]:
        raise Trouble(f"only {committed} of {count} looks were committed; states: {states}")


def measure(scene, looks, rounds, in_flight):
    """Rounds of all four one after the other, so that a busy minute meets all; the medians."""
    seen = {"h2load": [], "loop": [], "daemon": [], "aiohttp": []}
    for _ in range(rounds):
        seen["h2load"].append(h2load(scene, looks))
        seen["loop"].append(loop_in_c(scene, looks))
        seen["daemon"].append(daemon(scene, looks, in_flight))
        seen["aiohttp"].append(aiohttp(scene, max(2_000, looks // 5)))
    figures = {}
    for name, rows in seen.items():
        figures[name] = {
            "rate": statistics.median(row[0] for row in rows),
            "cpu_us": statistics.median(row[1] for row in rows)}
    figures["daemon"]["peak_mib"] = max(row[2] for row in seen["daemon"])
    figures["looks"], figures["rounds"], figures["in_flight"] = looks, rounds, in_flight
    return figures
