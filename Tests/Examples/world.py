"""A daemon, the sandbox it asks and nginx, for the examples of the documentation."""
import os
import re
import socket
import subprocess
import sys

from configuration import configuration, provider
from installation import Installation
from programs import PATIENCE, Program, Surroundings, Trouble, await_

CLIENT = "com.example.app"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

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
  server {{ listen 127.0.0.1:{port};
{block}
  }}
}}
"""


def blocks(page, language):
    """The examples of a page in a language, in order."""
    with open(f"{ROOT}/docs/{page}") as file:
        return re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.DOTALL | re.MULTILINE)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class World(Installation, Surroundings):
    """Everything runs, on a bus that the examples take for the system's."""

    def __init__(self, programs):
        super().__init__(programs, "credstate-examples-", [CLIENT])
        apple = provider("apple", "apple", [CLIENT], self.provider, confirm_after="20h")
        self.prepare(configuration(self.dir, apple))
        self.start_daemon()
        self.await_ready()
        self.work = f"{self.dir}/work"
        os.mkdir(self.work)
        self.outside = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": self.bus,
                        "PATH": f"{programs}:{os.environ['PATH']}"}

    def run(self, script, **variables):
        """What a shell does with a script of the documentation."""
        return subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=self.work,
                              env={**self.outside, **variables}, capture_output=True, text=True,
                              timeout=PATIENCE)

    def python(self, text):
        """What Debian's Python, which has python3-dbus, does with a program."""
        return subprocess.run(["/usr/bin/python3", "-c", text], cwd=self.work, env=self.outside,
                              capture_output=True, text=True, timeout=PATIENCE)

    def serve(self, name, text):
        """Runs a program in Python until the end."""
        path = f"{self.dir}/{name}.py"
        with open(path, "w") as file:
            file.write(text)
        return self.start(name, ["/usr/bin/python3", path], self.outside)

    def front(self, block, port):
        """nginx with a server block of the documentation."""
        path = f"{self.dir}/nginx.conf"
        with open(path, "w") as file:
            file.write(NGINX.format(dir=self.dir, port=port, block=block))
        nginx = self.start("nginx", ["/usr/sbin/nginx", "-c", path, "-p", self.dir])
        await_("nginx", lambda: nginx.has_ended or listens(port))
        if nginx.has_ended:
            raise Trouble(f"nginx did not start: {nginx.output}")
        return nginx


def listens(port):
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0
