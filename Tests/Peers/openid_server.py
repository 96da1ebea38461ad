"""django-oauth-toolkit as an OpenID provider that replaces refresh tokens and notices their reuse."""
import base64
import hashlib
import http.client
import json
import os
import secrets
import ssl
import urllib.parse

from configuration import table
from django_server import DjangoServer
from programs import PATIENCE, Trouble
from server import CLIENT

BACK = "https://app.example/back"
SECRET = "the client's secret"


class OpenIDServer(DjangoServer):
    """The server as it comes; users sign in by the authorization code flow with PKCE."""

    NAME = "django-oauth-toolkit-openid"
    LOOKS, CASES = "POST /o/token/", "openid_cases"

    def __init__(self, place):
        super().__init__(place)
        self.environment["DJANGO_SETTINGS_MODULE"] = "django_peer.openid"
        self.issuer = f"{self.url}/o"
        self.stolen = set()  # marks of replaced tokens that somebody else presents
        self.openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out",
                     "openid.key")
        self.secret_file = f"{self.dir}/client.secret"
        with open(self.secret_file, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) \
                as file:
            file.write(SECRET)

    def open(self, users):
        """Starts it; who signs in does so later."""
        self.administer("migrate")
        self.mend_secret()
        self.start_application()
        self.start_front()
        return {}

    def section(self, name, **keys):
        """Kind oidc, which finds the endpoints by itself; beside it introspection of the same server."""
        common = {"ca_file": self.ca, "clients": [CLIENT], "baseline": False, **keys}
        return table(f"provider.{name}", {
            "kind": "oidc", "issuer": self.issuer, "client_secret_file": self.secret_file,
            "dead_token": "revoke", **common}) + table("provider.resource", {
                "kind": "introspection", "endpoint": f"{self.issuer}/introspect/",
                "caller_id": CLIENT, "secret_file": self.secret_file, **common})

    def enrol(self, scene, user, _):
        """Signs a user in and hands over what the browser comes back with."""
        return scene.ask("sign-in", scene.provider, "--account", f"account of {user}",
                         text=json.dumps(self.sign_in(user)))

    def sign_in(self, user):
        """What the redirect brings to the back end, and what it remembers itself."""
        verifier, nonce = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())
        query = urllib.parse.urlencode({
            "response_type": "code", "client_id": CLIENT, "redirect_uri": BACK, "nonce": nonce,
            "scope": "openid email", "state": "s", "code_challenge_method": "S256",
            "code_challenge": challenge.rstrip(b"=").decode()})
        status, place, body = self.visit(f"/o/authorize/?{query}", self.administer("session", user))
        back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(place or "").query))
        if "code" not in back:
            raise Trouble(f"the authorization endpoint says {status} {place} {body[:300]}")
        return {"code": back["code"], "redirect_uri": BACK, "code_verifier": verifier,
                "client_id": CLIENT, "nonce": nonce, "subject": user}

    def visit(self, path, session):
        """What a browser that is signed in sees: status, where it is sent to, page."""
        context = ssl.create_default_context(cafile=self.ca)
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=context,
                                                 timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"Cookie": f"sessionid={session}"})
            answer = connection.getresponse()
            return answer.status, answer.headers["Location"], answer.read().decode()
        finally:
            connection.close()

    def refresh(self, token, secret=None):
        return self.post("/o/token/", grant_type="refresh_token", refresh_token=token,
                         client_secret=secret or SECRET)

    def secret(self):
        return SECRET

    def break_secret(self):
        self.administer("openid-application", CLIENT, "another secret")

    def mend_secret(self):
        self.administer("openid-application", CLIENT, SECRET)

    def refresh_tokens(self, user):
        """All that the server ever gave a user, the oldest first: (token, whether it is good)."""
        return self.administer("refresh-tokens", user)
