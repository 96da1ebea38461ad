"""The figures as text: shown at the end of a run, and kept in docs/performance.md."""
import os
import platform
import re
import subprocess

BEGIN, END = "<!-- figures: written by make bench -->", "<!-- end of figures -->"


def machine():
    with open("/proc/cpuinfo") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    with open("/etc/os-release") as file:
        system = re.search(r'PRETTY_NAME="(.*)"', file.read()).group(1)
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return (f"{os.cpu_count()} processors ({model.group(1) if model else platform.machine()}), "
            f"{pages / 2**30:.0f} GiB of memory, {system}, Linux {platform.release()}")


def revision():
    done = subprocess.run(
        ["git", "log", "-1", "--format=%h of %cs"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def verdict(good):
    return "met" if good else "**missed**"


def rate(figures):
    loop, ceiling, own = figures["loop"], figures["h2load"], figures["daemon"]
    names = [("h2load", "h2load, the ceiling"), ("loop", "bare libcurl loop in C"),
             ("daemon", "**credstated, whole**"), ("aiohttp", "aiohttp script, no durability")]
    rows = [[label, f"{figures[name]['rate']:,.0f}",
             f"{figures[name]['rate'] / ceiling['rate']:.2f}",
             f"{figures[name]['cpu_us']:.0f}", f"{figures[name]['cpu_us'] / loop['cpu_us']:.1f}"]
            for name, label in names]
    share, cost = own["rate"] / ceiling["rate"], own["cpu_us"] / loop["cpu_us"]
    return ["### Looks", "",
            f"Medians of {figures['rounds']} rounds of {figures['looks']:,} looks, "
            f"{figures['in_flight']} in flight; the daemon's peak memory was "
            f"{own['peak_mib']:.0f} MiB.", "",
            *table(["who", "looks a second", "of h2load", "CPU µs a look", "of the C loop"], rows),
            "", f"- A quarter of h2load's rate: {share:.2f}, {verdict(share >= 0.25)}.",
            f"- At most 3 times the C loop's CPU for each look: {cost:.1f}, {verdict(cost <= 3)}."]


def size(figures):
    rows = [[f"{row['count']:,}", f"{row['peak_mib']:.0f}", f"{row['allowed_mib']:.0f}",
             f"{row['resident_mib']:.0f}", f"{row['ready']:.2f}", f"{row['ready_cpu']:.2f}",
             f"{row['ready_cold']:.2f}", f"{row['file_mib']:,.0f}"] for row in figures]
    small = all(row["peak_mib"] <= row["allowed_mib"] for row in figures)
    quick = all(row["ready"] <= 3 for row in figures)
    return ["### Memory and start", "",
            *table(["stored", "peak MiB", "target", "resident MiB", "s to READY",
                    "of it CPU", "nothing cached", "file MiB"], rows), "",
            f"- At most 30 MiB + 16 bytes a stored credential: {verdict(small)}.",
            f"- READY within 3 s with {figures[-1]['count']:,}: {verdict(quick)}."]


def latency(figures):
    names = [("signal", "commit → signal at a listener", 10),
             ("hook", "commit → hook's `main`", 50),
             ("spawn", "bare `posix_spawn` → the same `main`", None)]
    rows = [[label, f"{figures[name]['p50']:.1f}", f"{figures[name]['p99']:.1f}",
             f"{figures[name]['max']:.1f}", f"p99 below {limit} ms" if limit else "",
             verdict(figures[name]["p99"] < limit) if limit else ""]
            for name, label, limit in names]
    return ["### Latency", "", f"{figures['events']} revocations, one after the other.", "",
            *table(["ms", "p50", "p99", "longest", "target", ""], rows)]


def idle(figures):
    rows = []
    for row in figures:
        each = row["seconds"] / max(1, row["switches"])
        threads = ", ".join(f"{name} {count}" for name, count in sorted(row["threads"].items()))
        guard = f"{row['watchdog_seconds']} s" if row["watchdog_seconds"] else "none"
        rows.append([guard, f"{row['seconds']}", f"{row['switches']}", f"{each:.0f}",
                     f"{row['cpu_seconds']:.2f}", threads or "none",
                     verdict(row["switches"] * 10 <= row["seconds"])])
    return ["### Nothing due", "",
            *table(["watchdog", "seconds", "switches", "s for each", "CPU s", "threads",
                    "at most one in 10 s"], rows)]


def tokens(figures):
    rows = [[row["algorithm"], f"{row['ours']:,.0f}", f"{row['bare']:,.0f}",
             f"{row['ours'] / row['bare']:.2f}", verdict(row["ours"] >= 0.7 * row["bare"])]
            for row in figures]
    return ["### Tokens", "",
            *table(["verified a second", "token", "`openssl speed`", "share", "at least 0.7"], rows)]


def pushes(figures):
    one, many = figures["rounds"]
    rows = [[label, f"{row['p50']:.1f}", f"{row['p99']:.1f}", f"{row['max']:.1f}",
             f"{row['a_second']:,.0f}", limit and f"p99 below {limit} ms",
             limit and verdict(row["p99"] < limit)]
            for label, row, limit in (("one after the other", one, 50),
                                      (f"{many['at_once']} at once", many, ""))]
    return ["### Pushes", "", f"{figures['pushes']:,} pushes in each round.", "",
            *table(["ms from call to answer", "p50", "p99", "longest", "a second", "target", ""],
                   [[str(cell) for cell in row] for row in rows])]


def sweep(figures):
    row = [f"{figures['users']:,}", f"{figures['calls']:,}", f"{figures['busiest']}",
           f"{figures['refused']}", f"{figures['seconds'] / 60:.1f}", f"{figures['absent']}",
           verdict(figures["busiest"] <= 100 and figures["refused"] == 0)]
    return ["### Sweep", "",
            *table(["linked users", "calls", "most in any minute", "refused", "minutes",
                    "missing, and looked at", "at most 100 a minute"], [row])]


def text(figures):
    lines = [f"{revision()}; {figures['machine']}.", ""]
    for name, writer in (("rate", rate), ("size", size), ("latency", latency), ("idle", idle),
                         ("tokens", tokens), ("pushes", pushes), ("sweep", sweep)):
        if name in figures:
            lines += writer(figures[name]) + [""]
    return "\n".join(lines)


def parts(text):
    """The page's parts by their headings, in order; what comes before the first is under ""."""
    found = {"": []}
    heading = ""
    for line in text.splitlines():
        if line.startswith("### "):
            heading = line
            found[heading] = []
        found[heading].append(line)
    return {heading: "\n".join(lines).strip() for heading, lines in found.items()}


def merged(old, new):
    """A run of some parts only: the others stay, and each that is new says when it was measured."""
    head = new.pop("")
    kept = dict(old)
    for heading, text in new.items():
        kept[heading] = f"{text}\n\nMeasured apart: {head}"
    return "\n\n".join(kept.values()) + "\n"


def write(path, figures, whole):
    with open(path) as file:
        page = file.read()
    before, _, rest = page.partition(BEGIN)
    old, _, after = rest.partition(END)
    new = text(figures)
    if not whole:
        new = merged(parts(old), parts(new))
    with open(path, "w") as file:
        file.write(f"{before}{BEGIN}\n{new}{END}{after}")
