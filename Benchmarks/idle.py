"""Wake-ups of a daemon that has nothing to do."""
import time

from fill import fill
from process import cpu_seconds, switches

FAR = 30 * 86_400_000


def measure(scene, seconds, watchdog_seconds, count=10_000):
    """Voluntary context switches of all threads while nothing is due."""
    state = scene.fresh_store()
    fill(state, count, due=int(time.time() * 1000) + FAR, spread_ms=FAR)
    scene.start_hookd()
    scene.configure(scene.alive)
    scene.start_daemon(watchdog_seconds)
    time.sleep(5)
    before, cpu = switches(scene.daemon.pid), cpu_seconds(scene.daemon.pid)
    time.sleep(seconds)
    after = switches(scene.daemon.pid)
    threads = {}
    for thread, number in after.items():
        moved = number - before.get(thread, 0)
        if moved:
            threads[thread[1]] = threads.get(thread[1], 0) + moved
    used = cpu_seconds(scene.daemon.pid) - cpu
    scene.stop_daemon()
    return {"seconds": seconds, "switches": sum(threads.values()), "threads": threads,
            "cpu_seconds": used, "watchdog_seconds": watchdog_seconds}
