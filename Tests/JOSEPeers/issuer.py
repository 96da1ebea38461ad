"""An OpenID provider whose tokens the libraries make, and who has them check what the daemon proves."""
import collections
import http.server
import json
import ssl
import subprocess
import threading
import time
import urllib.parse

import libraries


def make_certificates(folder):
    """An authority and a certificate of the loopback, by openssl."""
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    for words in (
            ["req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=issuer"],
            ["req", "-x509", *curve, "-keyout", "server.key", "-out", "server.pem", "-subj",
             "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-CA", "ca.pem", "-CAkey",
             "ca.key", "-addext", "basicConstraints=critical,CA:FALSE"]):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


class Issuer:
    """Runs until `end`; `codes` are the answers to codes, `proofs` what came of client assertions."""

    def __init__(self, folder, client_jwk, clients, algorithms):
        make_certificates(folder)
        self.clients, self.client_jwk = clients, client_jwk
        self.keys = {one: libraries.new_key(one) for one in algorithms}
        self.codes, self.proofs, self.complaints = {}, collections.Counter(), []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self, status, document):
                body = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                self.answer(*outer.document(self.path))

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                self.answer(*outer.token(dict(urllib.parse.parse_qsl(body))))

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    def document(self, path):
        if path == "/.well-known/openid-configuration":
            return 200, {"issuer": self.url, "token_endpoint": f"{self.url}/token",
                         "jwks_uri": f"{self.url}/keys"}
        if path in ("/keys", "/auth/keys"):
            return 200, {"keys": [libraries.public(key, f"k {algorithm}", algorithm)
                                  for algorithm, key in self.keys.items()]}
        return 404, {}

    def token(self, form):
        """The token endpoint: each library must verify who the client is."""
        proof = form.get("client_assertion") or form.get("client_secret", "")
        for library in libraries.ALL:
            try:
                claims = library.verify(self.client_jwk, proof, "ES256")
                fits = claims["sub"] in self.clients and claims["exp"] > time.time()
                self.proofs[claims["sub"]] += fits
                if not fits:
                    self.complaints.append(f"our client's proof has the claims {claims}")
            except libraries.Refused as error:
                self.complaints.append(f"our client's proof: {type(library).__name__}: {error}")
        found = self.codes.get(form.get("code") or form.get("refresh_token"))
        return (200, found) if found else (400, {"error": "invalid_grant"})

    def sign(self, library, algorithm, claims, **header):
        """A token of these claims by a library."""
        return library.sign(
            self.keys[algorithm], {"alg": algorithm, "kid": f"k {algorithm}", **header}, claims)
