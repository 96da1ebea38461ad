"""A token endpoint that gives a new refresh token at each refresh and detects reuse."""
import http.server
import json
import os
import ssl
import subprocess
import threading
import time
import urllib.parse


def certificate(folder):
    """Makes a certificate for this machine, once a folder; the file of certificate and key."""
    path = f"{folder}/rotating.pem"
    if not os.path.exists(path):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=rotating", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", f"{path}.key", "-out", f"{path}.crt"],
            check=True, capture_output=True)
        with open(path, "w") as whole:
            for part in (f"{path}.key", f"{path}.crt"):
                with open(part) as file:
                    whole.write(file.read())
    return path


class RotatingServer:
    """The tokens of its one user are `t.1`, `t.2` and so on; `log` says what came of each request."""

    def __init__(self, folder):
        self.log, self.current, self.lock = [], 1, threading.Lock()
        path = certificate(folder)
        self.authority = f"{path}.crt"
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length).decode()
                if len(body) < length:  # the daemon was killed before it had sent all
                    self.close_connection = True
                    return
                form = urllib.parse.parse_qs(body)
                status, answer = outer.take(form.get("refresh_token", [""])[0])
                text = json.dumps(answer).encode()
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)
                except OSError:
                    pass  # the daemon was killed

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # a handshake that was cut off by a kill

        self.server = Server(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        self.server.socket = context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"https://127.0.0.1:{self.server.server_address[1]}"

    def take(self, token):
        """Rotates, or ends everything when the token was used up before."""
        with self.lock:
            good = self.current and token == f"t.{self.current}"
            self.log.append({"time": time.time(), "token": token,
                             "outcome": "rotated" if good else "refused"})
            if not good:
                self.current = 0
                return 400, {"error": "invalid_grant"}
            self.current += 1
            return 200, {"access_token": "a", "token_type": "Bearer", "expires_in": 3600,
                         "refresh_token": f"t.{self.current}"}

    def rotations(self):
        with self.lock:
            return sum(line["outcome"] == "rotated" for line in self.log)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
