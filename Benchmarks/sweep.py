"""A sweep of Kakao's list of linked users: how fast it is, and that it keeps the quota."""
import json
import os
import sqlite3
import subprocess
import time

from fill import fill
from process import Trouble, await_, measured

FAR = 30 * 86_400_000
# Users 1 and 2 are the canaries; the next ten are watched and leave.
CANARIES, LEAVING = 2, 10
PROVIDER = "kakao"
PATIENCE = 1200
CONFIGURATION = """\
mode = "enforce"

[store]
sealing_key_file = "{dir}/seal.key"

[provider.kakao]
kind = "kakao"
app_id = "100001"
admin_key_file = "{admin_key}"
endpoint = "{url}"
ca_file = "{ca}"
interval = "90d"
gather = "100ms"
baseline = false
canaries = ["1", "2"]
{more}
[hooks]
directories = []
"""


class Kakao:
    """The built stand-in with so many users who are linked."""

    def __init__(self, scene, count):
        self.scene, self.dir = scene, f"{scene.dir}/kakao"
        self.tool = f"{scene.programs}/credstate-sandbox"
        program = scene.start("sandbox", self.tool, "serve", "--directory", self.dir,
                              "--kind", "kakao")
        await_("the stand-in for Kakao", lambda: program.says('"ready"'))
        self.facts = json.loads(program.text().splitlines()[0])
        measured([self.tool, "control", "user", "add", "--stdin", "--directory", self.dir],
                 input="".join(f"{number}\n" for number in range(1, count + 1)))

    def unlink(self, user):
        measured([self.tool, "control", "user", "revoke", str(user), "--directory", self.dir])

    def calls(self):
        """Time, path and status of each call that was made."""
        with open(self.facts["log"]) as file:
            return [json.loads(line) for line in file if line.endswith("\n")]


def configure(scene, kakao, more):
    with open(f"{scene.dir}/credstate.toml", "w") as file:
        file.write(CONFIGURATION.format(
            dir=scene.dir, more=more,
            **{name: kakao.facts[name] for name in ("admin_key", "url", "ca")}))


def enrol(scene, state):
    """Registers those who will leave, and waits until each was confirmed."""
    for user in range(CANARIES + 1, CANARIES + LEAVING + 1):
        measured([f"{scene.programs}/credstatectl", "--bus-address", scene.bus, "register",
                  PROVIDER, str(user)], stdin=subprocess.DEVNULL)

    def confirmed():
        store = sqlite3.connect(f"file:{state}/store.db?mode=ro", uri=True)
        count = store.execute(
            "SELECT count(*) FROM credentials WHERE state = 'authorized'").fetchone()[0]
        store.close()
        return count == LEAVING
    await_("the users to be confirmed", confirmed)


def busiest(times):
    """The most calls in any minute."""
    first, most = 0, 0
    for last, moment in enumerate(times):
        while moment - times[first] >= 60_000:
            first += 1
        most = max(most, last - first + 1)
    return most


def measure(scene, count):
    """One sweep over `count` users who are linked, all of them watched."""
    state = f"{scene.dir}/state"
    scene.fresh_store()
    kakao = Kakao(scene, count)
    configure(scene, kakao, "")
    scene.start_daemon()
    enrol(scene, state)
    scene.stop_daemon()
    leavers = [str(user) for user in range(CANARIES + 1, CANARIES + LEAVING + 1)]
    fill(state, count - CANARIES - LEAVING, due=int(time.time() * 1000) + FAR, spread_ms=1,
         provider=PROVIDER, client="100001", form="%d", offset=CANARIES + LEAVING)
    for user in leavers:
        kakao.unlink(user)
    before, begun = len(kakao.calls()), int(time.time() * 1000)
    configure(scene, kakao, 'sweep_interval = "5s"')
    scene.start_daemon()
    log = scene.daemon

    def swept():
        return log.says("Users are missing from the list") or log.says("not read to its end")
    await_("the sweep", swept, patience=PATIENCE)
    await_("the looks", lambda: looked_at(state, begun) >= set(leavers), patience=60)
    scene.stop_daemon()
    calls = [call for call in kakao.calls()[before:] if "/v1/user/ids" in call["request"]]
    pages = -(-(count - LEAVING) // 100)
    times = sorted(call["time"] for call in calls)[:pages]
    others = looked_at(state, begun) - set(leavers)
    if others or len(times) < pages:
        raise Trouble(f"{len(times)} pages of {pages}; looked at {sorted(others)[:5]} as well")
    return {"users": count, "watched": count - CANARIES, "calls": pages,
            "refused": sum(call["status"] != 200 for call in calls),
            "busiest": busiest(times), "seconds": (times[-1] - times[0]) / 1000,
            "absent": len(leavers)}



def looked_at(state, begun):
    """Whose looks have ended since."""
    store = sqlite3.connect(f"file:{state}/store.db?mode=ro", uri=True)
    rows = store.execute(
        "SELECT subject FROM credential_details WHERE last_look >= ?", (begun,)).fetchall()
    store.close()
    return {bytes(subject).decode() for (subject,) in rows}
