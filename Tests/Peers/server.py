"""What the servers under test have in common: nginx before them, with TLS of a private authority."""
import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import urllib.parse

from configuration import provider
from programs import PATIENCE, Trouble, await_, read

HERE = os.path.dirname(os.path.abspath(__file__))
CLIENT = "com.example.app"

NGINX = """\
daemon off;
worker_processes 1;
pid {dir}/nginx.pid;
error_log stderr;
events {{ worker_connections 64; }}
http {{
  log_format front escape=json '{{"at":$msec,"request":"$request_method $uri","status":$status,'
    '"form":"$request_body","bytes":$body_bytes_sent}}';
  access_log {log};
  client_body_temp_path {dir}/nginx-body;
  proxy_temp_path {dir}/nginx-proxy;
  fastcgi_temp_path {dir}/nginx-fastcgi;
  uwsgi_temp_path {dir}/nginx-uwsgi;
  scgi_temp_path {dir}/nginx-scgi;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {dir}/server.pem;
    ssl_certificate_key {dir}/server.key;
{locations}  }}
}}
"""


def free_ports(count):
    """Ports of the loopback interface that nobody uses now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def is_listening(port):
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


class Server:
    """A front and what is to be behind it, their files in a folder of a place."""

    # Where looks arrive, and the module with the cases.
    LOOKS, CASES = "POST /auth/token", "cases"

    def __init__(self, place):
        self.place = place
        self.dir = f"{place.dir}/server"
        self.nginx = None
        os.mkdir(self.dir, 0o700)
        (self.port,) = free_ports(1)
        self.url = f"https://127.0.0.1:{self.port}"
        self.ca, self.key = f"{self.dir}/ca.pem", f"{self.dir}/AuthKey_KEY1234567.p8"
        # As credstate-sandbox describes itself.
        self.description = {"url": self.url, "ca": self.ca, "key": self.key,
                            "team": "TEAM123456", "key_id": "KEY1234567"}
        self.make_keys()

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

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.dir, check=True, capture_output=True)

    def configure_front(self, locations, log="off"):
        """Writes what nginx passes on, `locations`, and where it logs that."""
        with open(f"{self.dir}/nginx.conf", "w") as file:
            file.write(NGINX.format(dir=self.dir, port=self.port, locations=locations, log=log))

    def start_front(self):
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.nginx = self.place.start(
            "nginx", [nginx, "-c", f"{self.dir}/nginx.conf", "-p", self.dir])
        await_("nginx", lambda: self.nginx.has_ended or is_listening(self.port))
        if self.nginx.has_ended:
            raise Trouble(f"nginx did not start: {self.nginx.output}")

    def stop_front(self):
        if self.nginx:
            self.nginx.terminate()

    def end(self):
        """Asks front and application to end: of one that is killed the workers stay."""
        for stop in (self.stop_application, self.stop_front):
            try:
                stop()
            except Trouble:
                pass  # it was killed in the end, and what it left is found

    def reload_front(self):
        """Follows a changed configuration without a gap for the clients."""
        before = self.workers()
        os.kill(self.nginx.pid, signal.SIGHUP)
        await_("nginx's new worker", lambda: self.workers() and not before & self.workers())

    def workers(self):
        """The processes of nginx that serve."""
        pid = self.nginx.pid
        return set(read(f"/proc/{pid}/task/{pid}/children").split())

    def post(self, path, **form):
        """A request as the client makes it; status, media type and body of the answer."""
        form = {"client_id": CLIENT, **{key: text for key, text in form.items() if text}}
        context = ssl.create_default_context(cafile=self.ca)
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=context,
                                                 timeout=PATIENCE)
        try:
            connection.request(
                "POST", path, urllib.parse.urlencode(form),
                {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "peers"})
            answer = connection.getresponse()
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
        except OSError as error:
            return 0, None, f"{type(error).__name__}: {error}"
        finally:
            connection.close()

    def section(self, name, **keys):
        """The daemon's [provider.NAME] for this server, as for a stand-in of Apple."""
        return provider(name, "sandbox", [CLIENT], self.description, **keys)

    def enrol(self, scene, user, token):
        """Hands a user's token over."""
        return scene.ask("register", scene.provider, user, "--client", CLIENT, text=token)

    def refresh(self, token, secret=None):
        """What the token endpoint says of a token."""
        return self.post("/auth/token", grant_type="refresh_token", refresh_token=token,
                         client_secret=secret or self.secret())

    def revoke(self, token):
        """Withdraws a consent by the server's own endpoint (RFC 7009)."""
        return self.post("/auth/revoke", token=token, token_type_hint="refresh_token",
                         client_secret=self.secret())
