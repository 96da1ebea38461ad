"""From the commit of a revocation to its signal and to the start of its hook."""
import os
import sqlite3
import time

from fill import fill, key_of, seal_tokens
from process import Trouble, await_, measured, percentile
from scene import PROVIDER

FAR = 30 * 86_400_000
HOOK = """
[[hook]]
name = "stamp"
command = ["{dir}/stamp", "{dir}/hook.stamps"]
timeout = "20s"
"""


def bare_spawn(scene, count):
    """From the call of posix_spawn(3) to the first line of the child's main, in ms."""
    stamps = f"{scene.dir}/bare.stamps"
    output, _, _ = measured([f"{scene.dir}/spawn", f"{scene.dir}/stamp", stamps, str(count)])
    starts = [int(line) for line in output.split()]
    with open(stamps) as file:
        lives = [int(line.split()[1]) for line in file]
    return [(life - start) / 1000 for start, life in zip(starts, lives)]


def hook_starts(scene):
    path = f"{scene.dir}/hook.stamps"
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        rows = [line.split() for line in file.read().split("\n")[:-1]]
    return {int(event.replace(":", "-").rpartition("-")[2]): int(moment) for event, moment in rows}


def measure(scene, count):
    """`count` users are proven revoked one at a time; p50 and p99 in ms."""
    state = scene.fresh_store()
    fill(state, count, due=int(time.time() * 1000) + FAR, spread_ms=1, suspected=True)
    seal_tokens(state, key_of(scene), count)
    scene.start_hookd()
    scene.configure(scene.dead, pace=1000, more=HOOK.format(dir=scene.dir))
    scene.start_daemon()
    output, _, _ = measured(
        [f"{scene.dir}/revoke", scene.bus, PROVIDER, "bench.", str(count)])
    signals = {int(line.split()[0]): int(line.split()[1]) for line in output.splitlines()}
    try:
        hooks = await_("the hooks", lambda: (
            len(hook_starts(scene)) >= count and hook_starts(scene)))
    except Trouble as trouble:
        raise Trouble(f"{trouble}: {len(hook_starts(scene))} of {count}\n{scene.daemon_log()}")
    scene.stop_daemon()
    store = sqlite3.connect(f"{state}/store.db")
    # The time in the event is read before the commit: the commit itself is inside what is measured.
    judged = dict(store.execute("SELECT sequence, at * 1000 FROM events WHERE action = 'log_out'"))
    store.close()
    if set(judged) != set(signals) or set(judged) - set(hooks):
        raise Trouble(f"{len(judged)} events, {len(signals)} signals, {len(hooks)} hooks")
    waits = {
        "signal": [(signals[number] - at) / 1000 for number, at in judged.items()],
        "hook": [(hooks[number] - at) / 1000 for number, at in judged.items()],
        "spawn": bare_spawn(scene, count)}
    return {"events": count, **{name: {
        "p50": percentile(values, 0.5), "p99": percentile(values, 0.99), "max": max(values)}
        for name, values in waits.items()}}
