"""django-oauth-toolkit behind gunicorn; keeps its refresh tokens, tells errors as RFC 6749 has it."""
import json
import os
import shutil
import sqlite3
import subprocess
import sys

from programs import PATIENCE, Trouble, await_, lines
from server import CLIENT, HERE, Server, free_ports

LOCATIONS = """\
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto https;
    }}
"""


def python():
    """Where the server's packages are, and a sentence why they are not."""
    folder = os.environ.get("PEERS_VENV") or f"{HERE}/../../.build/peers/venv"
    wanted = f"{HERE}/requirements.txt"
    found = f"{folder}/bin/python"
    with open(wanted) as file:
        text = file.read()
    stamp = f"{folder}/installed.txt"
    if os.path.exists(stamp) and open(stamp).read() == text:
        return found, None
    for command in ([sys.executable, "-m", "venv", folder],
                    [found, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                     "--retries", "1", "--timeout", "20", "-r", wanted]):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            reason = (run.stderr.strip() or run.stdout.strip() or "no reason given").splitlines()
            return None, f"the packages of the OAuth server are not to be had: {reason[-1]}"
    with open(stamp, "w") as file:
        file.write(text)
    return found, None


class DjangoServer(Server):
    """The server; what it answers is known from tokens, clients and databases of its own."""

    NAME = "django-oauth-toolkit"
    USERS = 12
    NEGATIVES = {"invalid_grant"}
    # What the daemon must make of a trouble, where servers differ.
    LOCKED, OLD_BACKUP = "provider_unreachable", "brake_on"
    TOKENS_OUTLIVE_APPLICATION = False

    @staticmethod
    def why_not():
        """Why it cannot be had here; None when it can."""
        return python()[1]

    def __init__(self, place):
        super().__init__(place)
        self.python, self.gunicorn = python()[0], None
        (self.behind,) = free_ports(1)
        self.environment = {
            "PATH": os.environ["PATH"], "PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1",
            "DJANGO_SETTINGS_MODULE": "django_peer.settings", "PEER_FOLDER": self.dir,
            "PEER_SECRET": os.urandom(24).hex(), "HOME": self.dir}
        self.configure_front(LOCATIONS.format(behind=self.behind))
        self.trust(self.key)

    def open(self, users):
        """Starts it, keeps a backup from before the sign-ins, signs users in; their tokens."""
        self.administer("migrate")
        self.administer("application", CLIENT)
        shutil.copy(f"{self.dir}/peer.db", f"{self.dir}/peer.backup")
        tokens = self.administer("sign-in", CLIENT, *users)
        self.start_application()
        self.start_front()
        return tokens

    def trust(self, key):
        """Registers the public half of a key as the client's."""
        self.openssl("pkey", "-in", key, "-pubout", "-out", "client-key.pem")

    def break_secret(self):
        """The client's key at the server is replaced."""
        self.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                     "another.key")
        self.trust("another.key")

    def mend_secret(self):
        self.trust(self.key)

    def administer(self, *words):
        """What a verb of the administrator's program prints."""
        run = subprocess.run(
            [self.python, f"{HERE}/django_peer/administer.py", *words], env=self.environment,
            capture_output=True, text=True, timeout=PATIENCE)
        if run.returncode != 0:
            raise Trouble(f"administer {' '.join(words)}: {run.stderr[-500:]}")
        return json.loads(run.stdout)

    def delete_user(self, name):
        self.administer("delete-user", name)

    def delete_application(self):
        self.administer("delete-application", CLIENT)

    def make_application(self):
        self.administer("application", CLIENT)

    def start_application(self):
        self.gunicorn = self.place.start("gunicorn", [
            self.python, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.behind}", "--workers",
            "1", "--threads", "8", "--chdir", HERE, "--no-control-socket",
            "django.core.wsgi:get_wsgi_application()"],
            self.environment)
        await_("gunicorn", lambda: self.gunicorn.says("Booting worker"))

    def stop_application(self):
        """Only the front stays."""
        if self.gunicorn:
            self.gunicorn.terminate()

    def hide_database(self):
        """As when the disk that it is on is away."""
        os.rename(f"{self.dir}/peer.db", f"{self.dir}/peer.away")

    def bring_database_back(self):
        os.rename(f"{self.dir}/peer.away", f"{self.dir}/peer.db")

    def restore_backup(self):
        """The database is put aside for what it was at the backup."""
        self.hide_database()
        shutil.copy(f"{self.dir}/peer.backup", f"{self.dir}/peer.db")

    def leave_backup(self):
        self.bring_database_back()

    def lock_database(self):
        """Another program holds it."""
        self.lock = sqlite3.connect(f"{self.dir}/peer.db", isolation_level=None)
        self.lock.execute("BEGIN EXCLUSIVE")

    def unlock_database(self):
        self.lock.execute("ROLLBACK")
        self.lock.close()

    def requests(self):
        """The lines of the server's log of requests."""
        return lines(f"{self.dir}/requests.log")

    def secret(self):
        """A client secret, signed by the server's own library."""
        code = ("import jwt, sys, time; now = int(time.time()); print(jwt.encode({'iss':"
                " 'TEAM123456', 'sub': sys.argv[2], 'aud': 'https://appleid.apple.com', 'iat': now,"
                " 'exp': now + 300}, open(sys.argv[1]).read(), 'ES256', {'kid': 'KEY1234567'}))")
        return subprocess.run([self.python, "-c", code, self.key, CLIENT], check=True,
                              capture_output=True, text=True, timeout=PATIENCE).stdout.strip()
