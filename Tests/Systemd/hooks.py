"""A revocation from the provider to the hooks; hooks that hang; hooks over restarts."""
from scene import FOLDER, WITNESSES


def revocation(scene):
    """End to end, over HTTPS; and the one who was not revoked stays."""
    guest, report = scene.guest, scene.report
    for account in ("alice", "bob", *WITNESSES):
        report.check(f"{account} is registered and confirmed by a look", scene.add(account),
                     scene.states())
    scene.revoke("alice")
    report.check("a revocation at the provider reaches the hook", scene.until_hook("alice", "end"),
                 guest.run("journalctl -n 40 --no-pager").stdout)
    starts = scene.hook_lines("alice", "start")
    report.equal("the hook ran once, as the hooks' user",
                 [(attempt, user, previous) for attempt, user, _, previous in starts],
                 [("1", "credstate-hook", "first")])
    report.check(
        "its input named the user", '"subject":"001.alice"'
        in guest.run(f"cat {FOLDER}/input").stdout.replace(": ", ":"))
    report.equal("nobody else was logged out",
                 (scene.states()["bob"], scene.hook_lines("bob", "start")), ("authorized", []))


def hung(scene):
    """Nothing of a hook is left after its time limit, wherever its processes went."""
    guest, report = scene.guest, scene.report
    scene.add("hang")
    scene.revoke("hang")
    report.check("  control: a hook that hangs has four processes in three sessions",
                 guest.until("[ $(pgrep -x -f \"sleep 7654\" | wc -l) -ge 4 ]"),
                 guest.run("ps -ejH").stdout)
    unit = guest.show("credstate-hookd.service", "ControlGroup")["ControlGroup"]
    groups = f"find /sys/fs/cgroup -path \"*{unit}/*\" -type d"
    own = guest.run(f"cat $({groups} | sed s,$,/cgroup.procs,)").stdout.split()
    report.check("  control: they are in a group of their own below the runner's",
                 len(own) >= 4,
                 guest.run(f"{groups}; ps -ejH").stdout)
    report.check("at its time limit every one of them is killed",
                 guest.until("[ $(pgrep -x -f \"sleep 7654\" | wc -l) = 0 ]", 30),
                 guest.run("ps -ejH").stdout)
    report.check("the other hook was run for the same user meanwhile",
                 scene.until_hook("hang", "end"))
    report.check("and their control groups are removed", guest.until(f"[ -z \"$({groups})\" ]"),
                 guest.run(groups).stdout)
    seen = guest.show("credstate-hookd.service", "ActiveState", "NRestarts")
    report.equal("the runner went on", seen, {"ActiveState": "active", "NRestarts": "0"})


def restart_meanwhile(scene):
    """A restart of the daemon neither ends nor repeats a hook, and keeps its outcome."""
    guest, report = scene.guest, scene.report
    scene.add("slow")
    scene.revoke("slow")
    report.check("a slow hook runs", scene.until_hook("slow", "start"))
    (_, _, pid, _), = scene.hook_lines("slow", "start")
    before = guest.main_pid("credstated.service")
    restart = guest.run("systemctl restart credstated.service")
    report.equal("the daemon is restarted while it runs", restart.returncode, 0)
    report.check("by another process", guest.main_pid("credstated.service") not in (0, before))
    report.equal("the hook still runs", guest.run(f"kill -0 {pid}").returncode, 0)
    report.equal("and has not come to its end", scene.hook_lines("slow", "end"), [])
    since = guest.moment()
    guest.output(f"touch {FOLDER}/go-slow")
    report.check("it ends by itself", scene.until_hook("slow", "end"))
    report.check(
        "the new daemon has its outcome",
        guest.until(
            f"journalctl --no-pager -u credstated --since {since} CREDSTATE_SUBJECT=001.slow"
            " | grep -q \"A hook did its work\""
        ),
        guest.run(f"journalctl --no-pager -u credstated --since {since}").stdout)
    report.equal("it was started once", len(scene.hook_lines("slow", "start")), 1)


def runner_dies(scene):
    """The runner dies: its hook dies with it, and runs again as one whose end nobody knows."""
    guest, report = scene.guest, scene.report
    scene.add("crash")
    scene.revoke("crash")
    report.check("a hook runs when its runner is killed", scene.until_hook("crash", "start"))
    (_, _, hook, _), = scene.hook_lines("crash", "start")
    report.equal("  control: it is alive", guest.run(f"kill -0 {hook}").returncode, 0)
    pid = guest.main_pid("credstate-hookd.service")
    guest.output(f"kill -KILL {pid}")
    report.check("the runner is started again", guest.until_active("credstate-hookd.service", pid))
    report.check("the hook runs again",
                 guest.until(f"[ $(grep -c \"^start crash\" {FOLDER}/log) = 2 ]"),
                 scene.hook_lines("crash", "start"))
    report.check("the earlier run is dead", guest.run(f"kill -0 {hook}").returncode != 0)
    guest.output(f"touch {FOLDER}/go-crash")
    report.check("and ends", scene.until_hook("crash", "end"))
    seen = [(attempt, previous) for attempt, _, _, previous in scene.hook_lines("crash", "start")]
    report.equal("as attempt 2 after an unknown one", seen, [("1", "first"), ("2", "unknown")])


def runner_stops(scene):
    """A runner that is stopped in order lets its hooks come to their end within its grace."""
    guest, report = scene.guest, scene.report
    scene.add("grace")
    scene.revoke("grace")
    report.check("a hook runs when its runner is stopped", scene.until_hook("grace", "start"))
    pid = guest.main_pid("credstate-hookd.service")
    guest.output("systemctl restart --no-block credstate-hookd.service")
    report.check("  control: the runner is stopping", guest.until(
        "[ $(systemctl show -P ActiveState credstate-hookd) = deactivating ]", 20))
    guest.output(f"touch {FOLDER}/go-grace")
    report.check("the hook comes to its end", scene.until_hook("grace", "end"),
                 guest.run("journalctl -n 20 --no-pager").stdout)
    report.check("the next runner starts", guest.until_active("credstate-hookd.service", pid))
    report.check("the daemon has the outcome", guest.until(
        "journalctl --no-pager -u credstated CREDSTATE_SUBJECT=001.grace"
        " CREDSTATE_HOOK=10-log-out.sh | grep -q \"A hook did its work\""))
    seen = [(attempt, previous) for attempt, _, _, previous in scene.hook_lines("grace", "start")]
    report.equal("and it was started once", seen, [("1", "first")])
