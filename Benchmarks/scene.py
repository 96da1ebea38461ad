"""What surrounds a measurement: keys, nginx in the place of the provider, a bus, the daemon."""
import os
import shutil
import socket
import subprocess
import tempfile
import time

from process import Program, Trouble, await_

PROVIDER, CLIENT = "bench", "com.example.app"
ALIVE = '{"access_token":"a2f9c0e1b7d84c53.0.srtqz.Jx4","token_type":"Bearer","expires_in":3600}'
DEAD = '{"error":"invalid_grant","error_description":"The token has been revoked."}'

# One worker. The answer comes through a second location so that the body is read first, as an
# identity provider does; a plain `return` answers before.
NGINX = """\
daemon off;
master_process off;
pid {dir}/nginx.pid;
error_log {dir}/nginx.log warn;
worker_rlimit_nofile 4096;
events {{ worker_connections 2048; }}
http {{
  access_log off;
  client_body_temp_path {dir}/body;
  proxy_temp_path {dir}/proxy;
  fastcgi_temp_path {dir}/fastcgi;
  uwsgi_temp_path {dir}/uwsgi;
  scgi_temp_path {dir}/scgi;
  default_type application/json;
  keepalive_requests 1000000000;
  ssl_certificate {dir}/server.pem;
  ssl_certificate_key {dir}/server.key;
  upstream alive {{ server unix:{dir}/alive; keepalive 256; keepalive_requests 1000000000; }}
  upstream dead {{ server unix:{dir}/dead; keepalive 256; keepalive_requests 1000000000; }}
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  server {{
    listen 127.0.0.1:{alive} ssl http2 backlog=2048;
    location /auth/token {{ proxy_pass http://alive; }}
    location = /auth/keys {{ alias {dir}/keys.json; }}
    location = /count {{ stub_status; }}
  }}
  server {{
    listen 127.0.0.1:{dead} ssl http2 backlog=2048;
    location /auth/token {{ proxy_pass http://dead; }}
  }}
  server {{ listen unix:{dir}/alive; location / {{ return 200 '{ALIVE}'; }} }}
  server {{ listen unix:{dir}/dead; location / {{ return 400 '{DEAD}'; }} }}
}}
"""

CONFIGURATION = """\
mode = "enforce"

[store]
sealing_key_file = "{dir}/seal.key"

[provider.bench]
kind = "sandbox"
endpoint = "https://127.0.0.1:{port}"
ca_file = "{dir}/server.pem"
team_id = "TEAM123456"
key_id = "KEY1234567"
key_file = "{dir}/apple.p8"
clients = ["com.example.app"]
interval = "90d"
confirm_after = "1s"
baseline = false
looks_per_second = {pace}
brake_min = 1000000
brake_max_per_hour = 1000000
brake_max_per_day = 1000000
in_flight = {in_flight}

[hooks]
directories = []
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


class Scene:
    """One temporary directory with everything in it; `with` ends and removes it."""

    def __init__(self, programs):
        self.programs = programs
        self.dir = tempfile.mkdtemp(prefix="credstate-bench-")
        self.others = []
        self.daemon = None
        self.alive, self.dead = free_port(), free_port()
        self.bus = f"unix:path={self.dir}/bus"

    def __enter__(self):
        self.make_keys()
        for name in ("loop", "spawn", "stamp", "revoke", "push"):
            flags = {"loop": ["-lcurl"], "revoke": ["-lsystemd"], "push": ["-lsystemd"]}.get(name, [])
            source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers", f"{name}.c")
            run("cc", "-O2", "-Wall", "-Werror", "-o", f"{self.dir}/{name}", source, *flags)
        self.start_nginx()
        bus = self.start("bus", "dbus-daemon", "--session", "--nofork", "--print-address",
                         f"--address={self.bus}")
        await_("the message bus", lambda: bus.says("unix:"))
        return self

    def __exit__(self, *_):
        self.stop_daemon()
        for program in reversed(self.others):
            program.end(10)
        shutil.rmtree(self.dir, ignore_errors=True)

    def start(self, name, *command, environment=None):
        program = Program(f"{self.dir}/{name}.log", command, environment)
        self.others.append(program)
        return program

    def make_keys(self):
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1", "-keyout", f"{self.dir}/server.key",
            "-out", f"{self.dir}/server.pem")
        run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-out", f"{self.dir}/apple.p8")
        with open(f"{self.dir}/seal.key", "wb") as file:
            file.write(os.urandom(32))
        for name in ("seal.key", "apple.p8"):
            os.chmod(f"{self.dir}/{name}", 0o600)

    def start_nginx(self):
        path = f"{self.dir}/nginx.conf"
        with open(path, "w") as file:
            file.write(NGINX.format(
                dir=self.dir, alive=self.alive, dead=self.dead, ALIVE=ALIVE, DEAD=DEAD))
        program = os.environ.get("NGINX") or shutil.which("nginx") or "/usr/sbin/nginx"
        nginx = self.start("nginx-output", program, "-c", path, "-e", f"{self.dir}/nginx.log")

        def listens():
            if nginx.process.poll() is not None:
                raise Trouble(f"nginx ended:\n{nginx.text()}")
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.alive)) == 0
        await_("nginx", listens)

    def configure(self, port, pace=10, in_flight=20, more=""):
        text = CONFIGURATION.format(dir=self.dir, port=port, pace=pace, in_flight=in_flight)
        with open(f"{self.dir}/credstate.toml", "w") as file:
            file.write(text + more)

    def fresh_store(self):
        """An empty store that the daemon made itself; its directory."""
        state = f"{self.dir}/state"
        shutil.rmtree(state, ignore_errors=True)
        os.mkdir(state, 0o700)
        self.configure(self.alive)
        self.start_daemon()
        self.stop_daemon()
        return state

    def start_daemon(self, watchdog_seconds=None):
        """Starts the daemon; seconds from the start to READY=1 (sd_notify(3))."""
        path = f"{self.dir}/notify"
        if os.path.exists(path):
            os.unlink(path)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.bind(path)
            notify.settimeout(0.2)
            environment = {"NOTIFY_SOCKET": path, "LIBDISPATCH_LOG": "NO"}
            if watchdog_seconds:
                environment["WATCHDOG_USEC"] = str(watchdog_seconds * 1_000_000)
            start = time.monotonic()
            self.daemon = Program(
                f"{self.dir}/daemon.log",
                [f"{self.programs}/credstated", "--config", f"{self.dir}/credstate.toml",
                 "--state-directory", f"{self.dir}/state", "--bus-address", self.bus,
                 "--hook-socket", f"{self.dir}/hookd.socket"], environment)
            while True:
                try:
                    if b"READY=1" in notify.recv(4096):
                        return time.monotonic() - start
                except socket.timeout:
                    self.daemon.says("")
                if time.monotonic() - start > 600:
                    raise Trouble("the daemon was not ready within 10 minutes")

    def stop_daemon(self):
        if self.daemon:
            self.daemon.end()
            self.daemon = None

    def daemon_log(self):
        return self.daemon.text()[-4000:]

    def start_hookd(self):
        hookd = self.start(
            "hookd", f"{self.programs}/credstate-hookd", "--socket", f"{self.dir}/hookd.socket",
            "--trust-own-files", "--allow-user", str(os.getuid()))
        await_("the hook runner", lambda: os.path.exists(f"{self.dir}/hookd.socket"))
        return hookd
