"""Ends and beginnings: watchdog, crash, stop, a bad configuration, a restart of the machine."""
from scene import FOLDER
from units import UNITS

DAEMON = "credstated.service"


def watchdog(scene):
    """A stopped process is ended and started again; one that runs is left alone."""
    guest, report = scene.guest, scene.report
    for unit in UNITS:
        guest.write(f"/run/systemd/system/{unit}.d/watchdog.conf", "[Service]\nWatchdogSec=6\n")
    guest.output(f"systemctl daemon-reload && systemctl restart {' '.join(UNITS)}")
    pids = {}
    for unit in UNITS:
        guest.until_active(unit)
        pids[unit] = guest.main_pid(unit)
        report.equal(f"  control: the watchdog of {unit}", guest.show(unit, "WatchdogUSec"),
                     {"WatchdogUSec": "6s"})
    guest.output("sleep 15")
    for unit in UNITS:
        report.equal(f"{unit} feeds its watchdog: the same process after 15 s",
                     guest.main_pid(unit), pids[unit])
    since = guest.moment()
    for unit in UNITS:
        guest.output(f"kill -STOP {pids[unit]}")
    for unit in UNITS:
        report.check(f"{unit} stopped by SIGSTOP is started again",
                     guest.until_active(unit, pids[unit]),
                     guest.run(f"systemctl status --no-pager -n 20 {unit}").stdout)
        report.equal(f"{unit} was restarted once", guest.show(unit, "NRestarts"),
                     {"NRestarts": "1"})
        text = guest.run(f"journalctl --no-pager --since {since} -u {unit}").stdout
        report.check(f"because of the watchdog: {unit}", "result 'watchdog'" in text, text)
    report.equal("a user's state is what it was", scene.states()["alice"], "revoked")
    for unit in UNITS:
        guest.output(f"rm /run/systemd/system/{unit}.d/watchdog.conf")
    guest.output(f"systemctl daemon-reload && systemctl restart {' '.join(UNITS)}")


def stop(scene):
    guest, report = scene.guest, scene.report
    for unit in UNITS:
        guest.until_active(unit)
    guest.output(f"systemctl stop credstate-hookd.socket {' '.join(UNITS)}")
    for unit in UNITS:
        seen = guest.show(unit, "ActiveState", "Result", "ExecMainCode", "ExecMainStatus")
        report.equal(f"{unit} stops in order", seen, {
            "ActiveState": "inactive",
            "Result": "success",
            "ExecMainCode": "1",
            "ExecMainStatus": "0"
        })


def bad_configuration(scene):
    """It ends with 78 and stays so; what may pass by itself is tried again."""
    guest, report = scene.guest, scene.report
    scene.configure(more="\nnot toml at all\n")
    report.check("start with a bad configuration fails",
                 guest.run(f"systemctl start {DAEMON}").returncode != 0)
    guest.output("sleep 7")  # longer than RestartSec
    seen = guest.show(DAEMON, "ActiveState", "ExecMainStatus", "NRestarts")
    report.equal("with status 78, and is not started again", seen, {
        "ActiveState": "failed",
        "ExecMainStatus": "78",
        "NRestarts": "0"
    })
    scene.configure()
    report.equal("with the mended file it starts",
                 guest.run(f"systemctl start credstate-hookd.socket {DAEMON}").returncode, 0)
    pid = guest.main_pid(DAEMON)
    guest.output(f"kill -KILL {pid}")
    report.check("  control: after a kill it is started again", guest.until_active(DAEMON, pid))


def machine(scene):
    """A restart of the machine: users stay, a revoked one too, no finished hook is run again."""
    guest, report = scene.guest, scene.report
    scene.add("later")
    scene.revoke("later")
    report.check("a hook asks for a later run",
                 guest.until(f"[ $(grep -c \"^start later\" {FOLDER}/log) -ge 2 ]"))
    states, revocations = scene.states(), scene.revocations()
    finished = guest.output(f"grep '^start' {FOLDER}/log | grep -v ' later '")
    up_since = guest.output("systemctl show -P UserspaceTimestampMonotonic")
    generation = scene.status()["generation"]
    guest.reboot()
    report.check("  control: the machine was started again",
                 guest.output("systemctl show -P UserspaceTimestampMonotonic") != up_since,
                 up_since)
    report.check("the daemon is up by itself", guest.until_active(DAEMON),
                 guest.run(f"systemctl status --no-pager -n 30 {DAEMON}").stdout)
    report.equal("it is the same store", scene.status()["generation"], generation)
    report.equal("every user is there, with the state of before", scene.states(), states)
    guest.output(f"touch {FOLDER}/go-later")
    report.check("the hook that had not finished is run again and finishes",
                 scene.until_hook("later", "end"))
    report.equal("with previous `try later`", scene.hook_lines("later", "end")[0][3], "later")
    report.check("the provider, which is not there now, is a condition",
                 guest.until("credstatectl --json status | grep -q provider_unreachable"),
                 scene.ctl("status").stdout)
    report.equal("and nobody was logged out for that", (scene.states(), scene.revocations()),
                 (states, revocations))
    report.equal("no finished hook was started again",
                 guest.output(f"grep '^start' {FOLDER}/log | grep -v ' later '"), finished)
    for unit in UNITS:
        report.equal(f"{unit} needed no restart", guest.show(unit, "NRestarts", "ActiveState"), {
            "NRestarts": "0",
            "ActiveState": "active"
        })
