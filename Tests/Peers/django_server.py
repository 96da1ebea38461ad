"""A real OAuth server: django-oauth-toolkit behind gunicorn behind nginx, with TLS of its own."""
import http.client
import json
import os
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import urllib.parse

from programs import PATIENCE, Trouble, await_, lines

HERE = os.path.dirname(os.path.abspath(__file__))
CLIENT = "com.example.app"

NGINX = """\
daemon off;
worker_processes 1;
pid {dir}/nginx.pid;
error_log stderr;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {dir}/nginx-body;
  proxy_temp_path {dir}/nginx-proxy;
  fastcgi_temp_path {dir}/nginx-fastcgi;
  uwsgi_temp_path {dir}/nginx-uwsgi;
  scgi_temp_path {dir}/nginx-scgi;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {dir}/server.pem;
    ssl_certificate_key {dir}/server.key;
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_set_header Host 127.0.0.1;
      proxy_set_header X-Forwarded-Proto https;
    }}
  }}
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


def free_ports(count):
    """Ports of the loopback interface that nobody uses now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class DjangoServer:
    """The server, its files in a folder of a place."""

    def __init__(self, place, python):
        self.place, self.python = place, python
        self.dir = f"{place.dir}/server"
        self.nginx = self.gunicorn = None
        os.mkdir(self.dir, 0o700)
        self.environment = {
            "PATH": os.environ["PATH"], "PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1",
            "DJANGO_SETTINGS_MODULE": "django_peer.settings", "PEER_FOLDER": self.dir,
            "PEER_SECRET": os.urandom(24).hex(), "HOME": self.dir}
        self.port, self.behind = free_ports(2)
        self.url = f"https://127.0.0.1:{self.port}"
        self.ca, self.key = f"{self.dir}/ca.pem", f"{self.dir}/AuthKey_KEY1234567.p8"
        # As credstate-sandbox describes itself.
        self.description = {"url": self.url, "ca": self.ca, "key": self.key,
                            "team": "TEAM123456", "key_id": "KEY1234567"}
        self.make_keys()
        with open(f"{self.dir}/nginx.conf", "w") as file:
            file.write(NGINX.format(dir=self.dir, port=self.port, behind=self.behind))
        self.administer("migrate")
        self.administer("application", CLIENT)

    def make_keys(self):
        """A certificate authority, the server's certificate, the client's key."""
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        self.openssl("req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.pem", "-subj",
                     "/CN=peers")
        self.openssl("req", "-x509", *curve, "-keyout", "server.key", "-out", "server.pem", "-subj",
                     "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-CA", "ca.pem",
                     "-CAkey", "ca.key", "-addext", "basicConstraints=critical,CA:FALSE")
        self.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                     self.key)
        os.chmod(self.key, 0o600)
        self.trust(self.key)

    def trust(self, key):
        """Registers the public half of a key as the client's."""
        self.openssl("pkey", "-in", key, "-pubout", "-out", "client-key.pem")

    def trust_another(self):
        """The client's key at the server is replaced."""
        self.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                     "another.key")
        self.trust("another.key")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.dir, check=True, capture_output=True)

    def administer(self, *words):
        """What a verb of the administrator's program prints."""
        run = subprocess.run(
            [self.python, f"{HERE}/django_peer/administer.py", *words], env=self.environment,
            capture_output=True, text=True, timeout=PATIENCE)
        if run.returncode != 0:
            raise Trouble(f"administer {' '.join(words)}: {run.stderr[-500:]}")
        return json.loads(run.stdout)

    def start_application(self):
        self.gunicorn = self.place.start("gunicorn", [
            self.python, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.behind}", "--workers",
            "1", "--threads", "8", "--chdir", HERE, "--no-control-socket",
            "django.core.wsgi:get_wsgi_application()"],
            self.environment)
        await_("gunicorn", lambda: self.gunicorn.says("Booting worker"))

    def start_front(self):
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.nginx = self.place.start(
            "nginx", [nginx, "-c", f"{self.dir}/nginx.conf", "-p", self.dir])
        await_("nginx", self.listens)

    def listens(self):
        if self.nginx.has_ended:
            raise Trouble(f"nginx did not start: {self.nginx.output}")
        with socket.socket() as attempt:
            return attempt.connect_ex(("127.0.0.1", self.port)) == 0

    def start(self):
        self.start_application()
        self.start_front()

    def stop_application(self):
        """Only the front stays."""
        self.gunicorn.terminate()

    def stop_front(self):
        self.nginx.terminate()

    def copy_database(self):
        """A backup, taken now."""
        shutil.copy(f"{self.dir}/peer.db", f"{self.dir}/peer.backup")

    def restore_backup(self):
        """The database is put aside for what it was at the backup."""
        self.hide_database()
        shutil.copy(f"{self.dir}/peer.backup", f"{self.dir}/peer.db")

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

    def hide_database(self):
        """As when the disk that it is on is away."""
        os.rename(f"{self.dir}/peer.db", f"{self.dir}/peer.away")

    def bring_database_back(self):
        os.rename(f"{self.dir}/peer.away", f"{self.dir}/peer.db")

    def post(self, path, **form):
        """A request as the client makes it; status, media type and body of the answer."""
        context = ssl.create_default_context(cafile=self.ca)
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=context,
                                                 timeout=PATIENCE)
        try:
            connection.request(
                "POST", path, urllib.parse.urlencode({"client_id": CLIENT, **form}),
                {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "peers"})
            answer = connection.getresponse()
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
        except OSError as error:
            return 0, None, f"{type(error).__name__}: {error}"
        finally:
            connection.close()

    def secret(self):
        """A client secret, signed by the server's own library."""
        code = ("import jwt, sys, time; now = int(time.time()); print(jwt.encode({'iss':"
                " 'TEAM123456', 'sub': sys.argv[2], 'aud': 'https://appleid.apple.com', 'iat': now,"
                " 'exp': now + 300}, open(sys.argv[1]).read(), 'ES256', {'kid': 'KEY1234567'}))")
        return subprocess.run([self.python, "-c", code, self.key, CLIENT], check=True,
                              capture_output=True, text=True, timeout=PATIENCE).stdout.strip()

    def refresh(self, token, secret=None):
        """What the token endpoint says of a token."""
        return self.post("/auth/token", grant_type="refresh_token", refresh_token=token,
                         client_secret=secret or self.secret())

    def revoke(self, token):
        """Withdraws a consent by the server's own endpoint (RFC 7009)."""
        return self.post("/auth/revoke", token=token, token_type_hint="refresh_token",
                         client_secret=self.secret())
