"""Who may do what on the system bus: root, members of credstate-clients, and everybody else."""
from scene import CLIENT, PROVIDER, WITNESSES

CHANGES = {
    "register": f"register {PROVIDER} 001.eve --client {CLIENT}",
    "check": f"check {PROVIDER} 001.bob",
    "forget": f"forget {PROVIDER} 001.bob",
    "reload": "reload",
}
TAKE = ("busctl call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus"
        " RequestName su org.credstate.Monitor1 4")
LOOK = "busctl introspect org.credstate.Monitor1 /org/credstate/Monitor1"

LISTEN = "dbus-monitor --system type=signal,interface=org.credstate.Monitor1"


def policy(scene):
    guest, report = scene.guest, scene.report
    guest.write("/etc/sysusers.d/test.conf",
                "u member -\nu outsider -\nm member credstate-clients\n")
    guest.output("systemd-sysusers")
    report.equal("root may read", scene.ctl("list").returncode, 0)
    for name in ("status", "list", "events"):
        seen = scene.ctl(name, user="member")
        report.check(f"a member of credstate-clients may read: {name}", seen.returncode == 0,
                     seen.stdout)
    for who in ("outsider", "credstate-hook", "nobody"):
        seen = scene.ctl("status", user=who)
        report.check(f"{who} may not connect", seen.returncode != 0
                     and "the bus does not let this user" in seen.stdout, seen.stdout + seen.stderr)
        seen = guest.run(LOOK, user=who)
        report.check(f"{who} may not even look at the object", seen.returncode != 0, seen.stdout)
    report.equal("  control: a member may look at it",
                 guest.run(LOOK, user="member").returncode, 0)
    for name, words in CHANGES.items():
        seen = scene.ctl(words, user="member", text="token")
        report.check(
            f"a member may not change: {name}", seen.returncode != 0
            and "not_allowed" in seen.stdout and "the bus does" not in seen.stdout,
            seen.stdout + seen.stderr)
    report.check("nothing was changed by those",
                 scene.states().get("bob") == "authorized"
                 and set(scene.states()) == {"alice", "bob", *WITNESSES}, scene.states())
    seen = scene.ctl(CHANGES["check"])
    report.check("  control: root may ask for a look", '"outcome"' in seen.stdout
                 or "budget" in seen.stdout, seen.stdout)
    for who in ("outsider", "member", "credstate-hook", "root"):
        seen = guest.run(TAKE, user=who)
        report.check(
            f"{who} may not take the name",
            seen.returncode != 0 and "Access denied" in seen.stderr,
            seen.stdout + seen.stderr)
    report.equal("  control: the daemon's user may, and finds it taken",
                 guest.run(TAKE, user="credstate").stdout.strip(),
                 "u 3")


def signals(scene):
    """A member hears of a revocation, another user does not."""
    guest, report = scene.guest, scene.report
    scene.add("carol")
    for who in ("member", "outsider"):
        guest.output(
            f"systemd-run -q --uid={who} --unit=listen-{who}"
            f" -p StandardOutput=file:/run/heard-{who} {LISTEN}")
        guest.until(f"grep -q NameAcquired /run/heard-{who}")
    scene.revoke("carol")
    report.check(
        "a member hears CredentialRevoked",
        guest.until("grep -A 30 member=CredentialRevoked /run/heard-member | grep -q 001.carol"),
        guest.run("cat /run/heard-member").stdout)
    scene.until_hook("carol", "end")
    heard = guest.output("cat /run/heard-outsider")
    report.check("an outsider hears nothing of it", "NameAcquired" in heard
                 and "Credential" not in heard, heard)
    guest.output("systemctl stop listen-member listen-outsider")
