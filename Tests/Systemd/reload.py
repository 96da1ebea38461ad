"""systemctl reload: what it answers, and which configuration goes on."""
import re

UNIT = "credstated.service"


def reload(scene):
    guest, report = scene.guest, scene.report
    pid = guest.main_pid(UNIT)
    report.equal("  control: the mode before", scene.status()["mode"], "enforce")
    scene.configure(mode="observe")
    report.equal("the file alone changes nothing", scene.status()["mode"], "enforce")
    seen = guest.run(f"systemctl reload {UNIT}")
    report.check("a reload with a good file succeeds", seen.returncode == 0, seen.stderr)
    report.equal("and is in force when it has", scene.status()["mode"], "observe")
    scene.configure(mode="enforce", more='\n[provider.broken]\nkind = "appel"\nwrong = 1\n')
    since = guest.moment()
    seen = guest.run(f"systemctl reload {UNIT}")
    report.check("a reload with a bad file fails", seen.returncode != 0, seen)
    text = guest.run(f"journalctl --no-pager -u {UNIT} --since {since}").stdout
    report.check("the journal says where the fault is",
                 re.search(r"credstate\.toml:\d+:\d+: provider\.broken\.kind", text), text)
    report.equal("the old configuration goes on", scene.status()["mode"], "observe")
    scene.configure()
    seen = guest.run(f"systemctl reload {UNIT}")
    report.equal("a reload with the mended file succeeds",
                 (seen.returncode, scene.status()["mode"]), (0, "enforce"))
    report.equal("all of it in the same process", guest.main_pid(UNIT), pid)
    report.equal("the unit is active", guest.show(UNIT, "ActiveState"), {"ActiveState": "active"})
