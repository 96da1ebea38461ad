"""Peak memory and the time from start to READY with many stored credentials."""
import os
import time

from fill import fill
from process import cpu_seconds, memory_mib

FAR, SPREAD = 30 * 86_400_000, 30 * 86_400_000


def forget_cached(path):
    """Writes a file out and drops it from the page cache."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def measure(scene, count, starts=3):
    """Nothing is due. READY is the median of `starts` starts; once more with nothing cached."""
    state = scene.fresh_store()
    begun = time.monotonic()
    fill(state, count, due=int(time.time() * 1000) + FAR, spread_ms=SPREAD)
    filled = time.monotonic() - begun
    ready, used, peaks = [], [], []
    for _ in range(starts):
        ready.append(scene.start_daemon())
        used.append(cpu_seconds(scene.daemon.pid))
        time.sleep(1)  # what is done after READY counts too
        peaks.append(memory_mib(scene.daemon.pid, "VmHWM"))
        resident = memory_mib(scene.daemon.pid, "VmRSS")
        scene.stop_daemon()
    forget_cached(f"{state}/store.db")
    cold = scene.start_daemon()
    scene.stop_daemon()
    return {
        "count": count, "ready": sorted(ready)[len(ready) // 2], "ready_cold": cold,
        "ready_cpu": min(used),
        "peak_mib": max(peaks), "resident_mib": resident, "fill_seconds": filled,
        "file_mib": os.path.getsize(f"{state}/store.db") / 1048576,
        "allowed_mib": 30 + 16 * count / 1048576}
