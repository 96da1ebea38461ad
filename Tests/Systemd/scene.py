"""The stand-in provider, the configuration and the hooks in a guest, and what becomes of users."""
import json

from guest import SOURCE, Trouble

PROVIDER, CLIENT = "stand-in", "com.example.app"
WITNESSES = [f"witness-{number}" for number in range(4)]  # well users, whom a verdict needs
FOLDER = "/var/lib/credstate-test"  # of the hooks' user: what the hooks note, what they wait for
STAND_IN = f"{SOURCE}/.build/release/credstate-sandbox"

CONFIGURATION = """\
mode = "{mode}"

[provider.stand-in]
kind = "sandbox"
endpoint = "https://127.0.0.1:8443"
ca_file = "/etc/credstate/ca.pem"
team_id = "TEAM123456"
key_id = "KEY1234567"
key_credential = "apple.p8"
clients = ["com.example.app"]
interval = "2s"
stale_after = "1d"
confirm_after = "1s"
baseline = false
brake_min = 1000
brake_max_per_hour = 1000
brake_max_per_day = 1000

[hooks]
timeout = "15m"
retry_first = "1s"
retry_longest = "2s"

[[hook]]
name = "hang"
command = ["/usr/local/bin/hang"]
min_action = "log_out"
timeout = "3s"
grace = "1s"
give_up_after = "1s"
"""

HOOK = f"""\
#!/bin/sh
note() {{ # start or end, ACCOUNT ATTEMPT USER PID PREVIOUS
  echo "$1 $CREDSTATE_ACCOUNT $CREDSTATE_ATTEMPT $(id -un) $$ ${{CREDSTATE_PREVIOUS:-first}}"
}}
note start >>{FOLDER}/log
case $CREDSTATE_ACCOUNT in
  slow|crash|grace) until [ -e {FOLDER}/go-$CREDSTATE_ACCOUNT ]; do sleep 0.2; done ;;
  later) [ -e {FOLDER}/go-later ] || exit 75 ;;
esac
cat >>{FOLDER}/input
note end >>{FOLDER}/log
"""

# A hook that does not end, ignores TERM, and leaves its session, its group and its parent.
HANG = """\
#!/bin/sh
[ "$CREDSTATE_ACCOUNT" = hang ] || exit 77
trap '' TERM HUP INT
setsid sleep 7654 &
(setsid sh -c 'sleep 7654 & sleep 7654' &)
sleep 7654
"""

STAND_IN_UNIT = f"""\
[Service]
Type=exec
ExecStart={STAND_IN} serve --directory /run/stand-in --client {CLIENT} --port 8443
StandardOutput=file:/run/stand-in.ready
"""


class Scene:
    """One installed machine and the users that were registered on it."""
    def __init__(self, guest, report, page):
        self.guest, self.report, self.page = guest, report, page
        self.tokens = {}

    def prepare(self):
        """The provider runs, its key and authority lie where the drop-in and configuration say."""
        guest = self.guest
        guest.write("/etc/systemd/system/stand-in.service", STAND_IN_UNIT)
        guest.output("systemctl daemon-reload && systemctl start stand-in")
        if not guest.until("grep -q ready /run/stand-in.ready"):
            raise Trouble("the stand-in provider does not start")
        ready = json.loads(guest.output("cat /run/stand-in.ready"))
        guest.output("install -d -m 755 /etc/credstate /etc/credstate/hooks.d")
        guest.output(f"install -m 600 {ready['key']} /etc/credstate/apple.p8"
                     f" && install -m 644 {ready['ca']} /etc/credstate/ca.pem")
        self.configure()
        guest.write("/etc/credstate/hooks.d/10-log-out.sh", HOOK, "755")
        guest.write("/usr/local/bin/hang", HANG, "755")
        guest.output(f"install -d -m 700 -o credstate-hook -g credstate-hook {FOLDER}")
        guest.write("/etc/systemd/system/credstate-hookd.service.d/test.conf",
                    f"[Service]\nReadWritePaths={FOLDER}\n")

    def configure(self, mode="enforce", more=""):
        self.guest.write("/etc/credstate/credstate.toml", CONFIGURATION.format(mode=mode) + more)

    def ctl(self, words, **options):
        return self.guest.run(f"credstatectl --json {words}", **options)

    def answer(self, words):
        result = self.ctl(words)
        if result.returncode != 0:
            raise Trouble(f"credstatectl {words}: {result.stdout}{result.stderr}")
        return json.loads(result.stdout)

    def status(self):
        return self.answer("status")["status"]

    def add(self, account):
        """A user who is known and confirmed; the subject is 001.ACCOUNT."""
        token = self.guest.output(
            f"{STAND_IN} control user add 001.{account} --directory /run/stand-in")
        self.tokens[account] = token
        result = self.ctl(
            f"register {PROVIDER} 001.{account} --client {CLIENT} --account {account}", text=token)
        if result.returncode != 0:
            raise Trouble(f"could not register {account}: {result.stdout}{result.stderr}")
        return self.until_state(account, "authorized")

    def revoke(self, account):
        self.guest.output(f"{STAND_IN} control user revoke 001.{account} --directory /run/stand-in")

    def until_state(self, account, state):
        return self.guest.until(
            f'credstatectl --json show {PROVIDER} 001.{account}'
            f' | grep -q "\\"state\\":\\"{state}\\""'
        )

    def states(self):
        """The state of each user, by account."""
        return {row["account"]: row["state"] for row in self.answer("list")["credentials"]}

    def revocations(self):
        """How many events said that a user is revoked, by account."""
        counts = {}
        for event in self.answer("events")["events"]:
            if event["state"] == "revoked":
                counts[event["account"]] = counts.get(event["account"], 0) + 1
        return counts

    def hook_lines(self, account, what):
        """Attempt, user, process and previous of each note that hooks made for a user."""
        lines = self.guest.run(f"cat {FOLDER}/log").stdout.splitlines()
        return [line.split()[2:] for line in lines if line.split()[:2] == [what, account]]

    def until_hook(self, account, what):
        return self.guest.until(f'grep -q "^{what} {account} " {FOLDER}/log')

    def journal(self, options=""):
        """Entries of the journal, each a dictionary of its fields."""
        text = self.guest.output(f"journalctl --no-pager -o json {options}")
        return [json.loads(line) for line in text.splitlines()]
