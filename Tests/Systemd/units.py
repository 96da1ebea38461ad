"""The units themselves: what systemd says of them, readiness, users, credentials."""
import re

from guest import SOURCE

UNITS = ("credstated.service", "credstate-hookd.service")
FILES = "/etc/systemd/system/credstated.service /etc/systemd/system/credstate-hookd.*"
# No unit may get worse than this, a little above the highest figure of the three versions.
EXPOSURE = {"credstated.service": 1.2, "credstate-hookd.service": 2.0}


def analyze(scene):
    guest, report = scene.guest, scene.report
    verify = guest.run(f"systemd-analyze verify --man=no {FILES}")
    report.check("systemd-analyze verify has nothing to say", verify.returncode == 0
                 and not verify.stdout + verify.stderr, verify.stdout + verify.stderr)
    guest.write("/run/bad/bad.service", "[Service]\nExecStart=/bin/true\nProtectHme=yes\n")
    bad = guest.run("systemd-analyze verify --man=no /run/bad/bad.service")
    report.check("  control: it has about a misspelt key", "ProtectHme" in bad.stderr, bad.stderr)
    named = set(re.findall(r"man:(credstate[\w.-]*)\((\d)\)", guest.output(f"cat {FILES}")))
    there = guest.output(f"ls {SOURCE}/docs/man").split()
    report.equal(f"the {len(named)} manual pages that the units name exist", {
        name for name, section in named if f"{name}.{section}.scd" not in there}, set())
    for unit in UNITS:
        text = guest.run(f"systemd-analyze security --no-pager {unit}").stdout
        found = re.search(r"Overall exposure level for \S+: (\S+)", text)
        figure = float(found.group(1)) if found else 10.0
        report.check(f"systemd-analyze security {unit}: {figure}, at most {EXPOSURE[unit]}", figure
                     <= EXPOSURE[unit], text)


def refuse_to_be_ready(scene):
    """A program that never says that it is ready never makes the unit active."""
    guest, report = scene.guest, scene.report
    for unit in UNITS:
        drop_in = f"/run/systemd/system/{unit}.d/silent.conf"
        guest.write(drop_in, "[Service]\nExecStart=\nExecStart=/bin/sleep 600\n")
        guest.output(f"systemctl daemon-reload && systemctl start --no-block {unit}")
        guest.until(f"[ $(systemctl show -P MainPID {unit}) != 0 ]")
        guest.until(f"[ $(cat /proc/$(systemctl show -P MainPID {unit})/comm) = sleep ]")
        report.equal(f"{unit} is not active before it says READY", guest.show(unit, "ActiveState"),
                     {"ActiveState": "activating"})
        guest.output(f"rm {drop_in} && systemctl daemon-reload")
        guest.run(
            f"systemctl kill -s KILL {unit}; systemctl stop {unit}; systemctl reset-failed {unit}")


def ready(scene):
    guest, report = scene.guest, scene.report
    for unit in UNITS:
        report.check(f"{unit} becomes active", guest.until_active(unit),
                     guest.run(f"systemctl status -n 30 --no-pager {unit}").stdout)
        seen = guest.show(unit, "Type", "StatusText", "NRestarts", "WatchdogUSec")
        report.equal(f"{unit} is of Type=notify", seen["Type"], "notify")
        report.check(f"{unit} says what it does: {seen['StatusText']!r}", seen["StatusText"])
        report.equal(f"{unit} needed no restart", seen["NRestarts"], "0")
        report.equal(f"{unit} has a watchdog", seen["WatchdogUSec"], "3min")
    entries = scene.journal("-b -u credstated.service")
    said = [entry["MESSAGE"] for entry in entries]
    is_ready = [n for n, text in enumerate(said) if text.startswith("credstated is ready")]
    started = [n for n, text in enumerate(said) if text.startswith("Started credstated.service")]
    report.check("systemd calls the daemon started after it said that it is ready", is_ready
                 and started and is_ready[-1] < started[-1], "\n".join(said))


def users(scene):
    guest, report = scene.guest, scene.report
    for unit, user in zip(UNITS, ("credstate", "credstate-hook")):
        pid = guest.main_pid(unit)
        report.equal(f"{unit} runs as {user}",
                     guest.output(f"ps -o user:32=,group:32= -p {pid}").split(), [user, user])
        group = guest.output(f"grep ^0:: /proc/{pid}/cgroup")
        report.check(f"{unit} runs in the unit's control group",
                     group.endswith(f"/system.slice/{unit}"), group)
        status = guest.output(f"cat /proc/{pid}/status")
        report.check(
            f"{unit} has no capability and gets none",
            re.search(r"CapEff:\s0+$", status, re.M)
            and re.search(r"NoNewPrivs:\s1$", status, re.M), status)
    report.equal("the state directory is the daemon's alone",
                 guest.output("stat -c '%a %U' /var/lib/credstate"), "700 credstate")
    report.equal("and each file in it",
                 set(guest.output("stat -c '%a %U' /var/lib/credstate/*").splitlines()),
                 {"600 credstate"})
    store = guest.run("cat /var/lib/credstate/store.db", user="credstate-hook")
    report.check("the hooks' user cannot read the store", store.returncode != 0)
    report.equal(
        "  control: the daemon's user can",
        guest.run("cat /var/lib/credstate/store.db >/dev/null", user="credstate").returncode, 0)


def credentials(scene):
    """The sealing key came encrypted; in the clear it does as well."""
    guest, report = scene.guest, scene.report
    unit = "credstated.service"
    in_memory = guest.output(f"ls /run/credentials/{unit}").split()
    report.equal("systemd handed over the sealing key and the provider's key", in_memory,
                 ["apple.p8", "credstate.seal"])
    sealed = guest.run("cat /etc/credstore.encrypted/credstate.seal | base64 -d | wc -c").stdout
    report.check("the sealing key lies encrypted on disk",
                 sealed.strip() not in ("", "0", "32"), sealed)
    report.check(
        "the hooks' user cannot read it",
        guest.run(f"cat /run/credentials/{unit}/credstate.seal", user="credstate-hook").returncode
        != 0)
    guest.output("install -d -m 700 /etc/credstore && umask 077 && systemd-creds decrypt"
                 " /etc/credstore.encrypted/credstate.seal /etc/credstore/credstate.seal"
                 " && rm /etc/credstore.encrypted/credstate.seal")
    override = "/etc/systemd/system/credstated.service.d/override.conf"
    guest.output(f"sed -i /LoadCredentialEncrypted/d {override} && systemctl daemon-reload")
    before = guest.main_pid(unit)
    restart = guest.run(f"systemctl restart {unit}")
    report.check("the key in the clear, as docs/install.md allows, opens the same store",
                 restart.returncode == 0 and guest.main_pid(unit) != before,
                 guest.run(f"journalctl -u {unit} -n 20 --no-pager").stdout)
    guest.output("mv /etc/credstore/credstate.seal /etc/credstore/elsewhere")
    guest.run(f"systemctl restart {unit}")
    seen = guest.show(unit, "ActiveState", "ExecMainStatus")
    report.check("  control: without any key it does not start", seen["ActiveState"] != "active",
                 seen)
    guest.output(
        f"mv /etc/credstore/elsewhere /etc/credstore/credstate.seal; systemctl restart {unit}")
