"""What is in the journal: fields by which a machine reads it, and no secret."""
import base64
import re

from scene import PROVIDER


def fields(scene):
    guest, report = scene.guest, scene.report
    entries = [
        entry for entry in scene.journal("-b _SYSTEMD_UNIT=credstated.service")
        if entry.get("_TRANSPORT") == "journal"
    ]
    report.check("the daemon writes to the journal itself", len(entries) >= 3)
    report.equal("each entry has a MESSAGE_ID and a PRIORITY", [
        entry["MESSAGE"]
        for entry in entries if not re.fullmatch("[0-9a-f]{32}", entry.get("MESSAGE_ID", ""))
        or entry.get("PRIORITY") not in "34567"
    ], [])
    by_id = {}
    for entry in entries:
        by_id.setdefault(entry["MESSAGE_ID"], set()).add(entry["MESSAGE"].split(":")[0])
    report.check("an id stands for one sentence, over at least three of them",
                 len(by_id) >= 3 and all(len(texts) == 1 for texts in by_id.values()), by_id)
    changed = [
        entry for entry in entries if entry.get("CREDSTATE_SUBJECT") == "001.alice"
        and entry.get("CREDSTATE_STATE") == "revoked"
    ]
    if report.equal("one entry tells that alice is revoked", len(changed), 1):
        wanted = {
            "CREDSTATE_PROVIDER": PROVIDER,
            "CREDSTATE_SUBJECT": "001.alice",
            "CREDSTATE_ACTION": "log_out",
            "CREDSTATE_REASON": "token_dead",
            "PRIORITY": "5"
        }
        report.equal("with provider, subject, action and reason as fields",
                     {name: changed[0].get(name)
                      for name in wanted}, wanted)
        report.equal(
            "it is found by its MESSAGE_ID and subject",
            len(scene.journal(
                f"MESSAGE_ID={changed[0]['MESSAGE_ID']} CREDSTATE_SUBJECT=001.alice")), 1)
    explained = guest.output("journalctl -b -x -u credstated.service")
    report.check("the catalog explains an entry with its own fields",
                 "001.alice of " + PROVIDER + " was authorized and is revoked." in explained,
                 explained[-2000:])
    done = [
        entry for entry in entries if entry["MESSAGE"].startswith("A hook did its work")
        and entry.get("CREDSTATE_SUBJECT") == "001.alice"
    ]
    report.check("the hook's end is there with the hook's name",
                 any(entry.get("CREDSTATE_HOOK") == "10-log-out.sh" for entry in done), done)


def secrets(scene):
    """No token and no key is in any field of any entry since the machine was installed."""
    guest, report = scene.guest, scene.report
    key = guest.output("grep -v -e ---- /etc/credstate/apple.p8").splitlines()
    seal = base64.b64decode(
        guest.output("base64 /run/credentials/credstated.service/credstate.seal"))
    secret = {
        "a refresh token": list(scene.tokens.values()),
        "the provider's key": key,
        "the sealing key": [seal.hex(), base64.b64encode(seal).decode()[:40]]
    }
    report.check(
        "  control: there are secrets to look for",
        len(seal) == 32 and scene.tokens and len(key) > 1 and all(len(line) > 8 for line in key))
    guest.output("logger -t control", text=f"planted {scene.tokens['bob']}\n")
    guest.output("journalctl --sync")
    text = guest.output("journalctl --no-pager -o export -t control")
    report.check("  control: a token that was written there is found", scene.tokens["bob"] in text)
    text = guest.output("journalctl --no-pager -o export | grep -a -v planted")
    for what, needles in secret.items():
        report.check(f"the journal has not {what}", not any(needle in text for needle in needles))
    for unit in ("credstated.service", "credstate-hookd.service"):
        pid = guest.main_pid(unit)
        seen = guest.output(f"cat /proc/{pid}/cmdline /proc/{pid}/environ | tr '\\0' '\\n'")
        report.check(
            f"nor have arguments and environment of {unit}", seen
            and not any(needle in seen for needles in secret.values() for needle in needles))
