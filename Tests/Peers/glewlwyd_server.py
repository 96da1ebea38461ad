"""Debian's glewlwyd; its OpenID Connect plugin says 400 and nothing else to all that it refuses.

A client proves itself by HTTP Basic there, a signed client secret it does not take: the front adds what
it takes. Users sign in by the password grant, which for the tokens is as good as a browser.
"""
import base64
import http.cookiejar
import json
import os
import secrets
import shutil
import sqlite3
import urllib.error
import urllib.parse
import urllib.request

from programs import PATIENCE, Trouble, await_, lines
from server import CLIENT, Server, free_ports, is_listening

PROGRAM = "/usr/bin/glewlwyd"
MODULES = "/usr/lib/glewlwyd"
TABLES = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"
ADMINISTRATOR = {"username": "admin", "password": "password"}  # as the tables come
# Letters and hyphens: it does not undo the form encoding of RFC 6749 §2.3.1 in HTTP Basic.
SECRET, PASSWORD, SCOPE = "the-secret-of-the-client", "a user's password", "mail"

CONFIGURATION = """\
port = {port}
bind_address = "127.0.0.1"
external_url = "http://127.0.0.1:{port}"
api_prefix = "api"
log_mode = "console"
log_level = "WARNING"
session_key = "GLEWLWYD2_SESSION_ID"
session_expiration = 2419200
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "{modules}/user"
client_module_path = "{modules}/client"
user_auth_scheme_module_path = "{modules}/scheme"
plugin_module_path = "{modules}/plugin"
hash_algorithm = "SHA512"
database = {{ type = "sqlite3"; path = "{database}"; }};
"""

LOCATIONS = """\
    location = /auth/token {{
      proxy_pass http://127.0.0.1:{behind}/api/oidc/token;
      proxy_set_header Authorization "Basic {basic}";
    }}
    location = /auth/revoke {{
      proxy_pass http://127.0.0.1:{behind}/api/oidc/revoke;
      proxy_set_header Authorization "Basic {basic}";
    }}
"""

PLUGIN = {
    "iss": "https://127.0.0.1", "subject-type": "public", "scope": [],
    "jwt-type": "sha", "jwt-key-size": "256",
    "access-token-duration": 3600, "refresh-token-duration": 1209600, "code-duration": 600,
    # As Apple: a refresh gives no new refresh token.
    "refresh-token-rolling": True, "refresh-token-one-use": "never",
    "allow-non-oidc": True, "auth-type-code-enabled": True, "auth-type-password-enabled": True,
    "auth-type-refresh-enabled": True, "auth-type-token-enabled": False,
    "auth-type-client-enabled": False, "auth-type-device-enabled": False,
    "introspection-revocation-allowed": True, "introspection-revocation-allow-target-client": True,
}
APPLICATION = {
    "client_id": CLIENT, "name": CLIENT, "confidential": True, "enabled": True, "scope": [],
    "redirect_uri": ["https://app.example/back"], "authorization_type": ["password", "refresh_token"],
    "token_endpoint_auth_method": ["client_secret_basic"],
}


class Glewlwyd:
    """One process of it on a database of its own."""

    def __init__(self, place, folder, database):
        self.place, self.database = place, database
        (self.port,) = free_ports(1)
        self.configuration = f"{folder}/{os.path.basename(database)}.conf"
        with open(self.configuration, "w") as file:
            file.write(CONFIGURATION.format(port=self.port, modules=MODULES, database=database))
        self.process = None

    def start(self):
        self.process = self.place.start("glewlwyd", [PROGRAM, f"--config-file={self.configuration}"])
        await_("glewlwyd", lambda: self.process.has_ended or is_listening(self.port))
        if self.process.has_ended:
            raise Trouble(f"glewlwyd did not start: {self.process.output}")

    def stop(self):
        if self.process:
            self.process.terminate()

    def administer(self, method, path, body=None):
        """A call of the administrator's API; the body of the answer."""
        opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        answer = None
        for method, path, body in (("POST", "auth", ADMINISTRATOR), (method, path, body)):
            request = urllib.request.Request(
                f"http://127.0.0.1:{self.port}/api/{path}", json.dumps(body).encode(),
                {"Content-Type": "application/json"}, method=method)
            try:
                with opener.open(request, timeout=PATIENCE) as response:
                    answer = response.read()
            except urllib.error.HTTPError as error:
                raise Trouble(f"glewlwyd refuses {method} {path}: {error.code} "
                              f"{error.read()[:200]}") from error
        return json.loads(answer) if answer else None


class GlewlwydServer(Server):
    """The server, and a second process of it for what only another database can show."""

    NAME = "glewlwyd"
    # An empty 400 counts while fewer than one in a hundred are so within 24 hours, and here the day
    # from one answer that counts to the next is seconds: who left before weighs several times.
    USERS = 40
    NEGATIVES = {"empty"}
    # A database that is locked, or too old, is for it as if it knew no token.
    LOCKED = OLD_BACKUP = "provider_misconfigured"
    TOKENS_OUTLIVE_APPLICATION = True

    @staticmethod
    def why_not():
        """Why it cannot be had here; None when it can."""
        for path in (PROGRAM, TABLES):
            if not os.path.exists(path):
                return f"there is no {path}: apt-get install glewlwyd"
        return None

    def __init__(self, place):
        super().__init__(place)
        self.database, self.backup = f"{self.dir}/glewlwyd.db", f"{self.dir}/backup.db"
        base = sqlite3.connect(self.database)
        with open(TABLES) as file:
            base.executescript(file.read())
        base.close()
        self.main = Glewlwyd(place, self.dir, self.database)
        self.tokens = {}

    def pass_on(self, process):
        """Has the front, when it runs, pass requests to a process from now on."""
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        self.configure_front(self.locations(process.port, basic), f"{self.dir}/front.log front")
        if self.nginx:
            self.reload_front()

    def locations(self, port, basic):
        """What the front passes on to a process, and how it proves the client."""
        return LOCATIONS.format(behind=port, basic=basic)

    def open(self, users):
        """Starts it, keeps a backup from before the sign-ins, signs users in; their tokens."""
        self.main.start()
        self.main.administer("POST", "mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "oidc",
            "parameters": {**PLUGIN, "key": secrets.token_hex(32)}})
        self.main.administer("POST", "scope/", {
            "name": SCOPE, "display_name": SCOPE, "description": SCOPE, "password_required": True,
            "scheme": {}})
        self.make_application()
        shutil.copy(self.database, self.backup)
        self.pass_on(self.main)
        self.start_front()
        return {name: self.sign_in(name) for name in users}

    def sign_in(self, name):
        """A new user consents; the token that the client is given."""
        self.main.administer("POST", "user/", {
            "username": name, "name": name, "password": PASSWORD, "enabled": True,
            "scope": [SCOPE]})
        status, _, body = self.post("/auth/token", grant_type="password", username=name,
                                    password=PASSWORD, scope=SCOPE)
        if status != 200:
            raise Trouble(f"{name} cannot sign in: {status} {body[:200]}")
        token = json.loads(body)["refresh_token"]
        self.tokens[token] = name
        return token

    def secret(self):
        """None: the front proves who the client is."""
        return None

    def break_secret(self):
        """The client's secret at the server is changed."""
        self.main.administer("PUT", f"client/{CLIENT}", {**APPLICATION, "password": "another one"})

    def mend_secret(self):
        self.main.administer("PUT", f"client/{CLIENT}", {**APPLICATION, "password": SECRET})

    def delete_user(self, name):
        self.main.administer("DELETE", f"user/{name}")

    def delete_application(self):
        self.main.administer("DELETE", f"client/{CLIENT}")

    def make_application(self):
        self.main.administer("POST", "client/", {**APPLICATION, "password": SECRET})

    def start_application(self):
        self.main.start()

    def stop_application(self):
        """Only the front stays."""
        self.main.stop()

    def hide_database(self):
        """As when the disk that it is on is away."""
        os.rename(self.database, f"{self.database}.away")

    def bring_database_back(self):
        os.rename(f"{self.database}.away", self.database)

    def restore_backup(self):
        """The front passes on to one that runs on what the database was at the backup."""
        self.other = Glewlwyd(self.place, self.dir, self.backup)
        self.other.start()
        self.pass_on(self.other)

    def leave_backup(self):
        self.pass_on(self.main)

    def lock_database(self):
        """Another program holds it."""
        self.lock = sqlite3.connect(self.database, isolation_level=None, timeout=PATIENCE)
        self.lock.execute("BEGIN EXCLUSIVE")

    def unlock_database(self):
        self.lock.execute("ROLLBACK")
        self.lock.close()

    def requests(self):
        """The lines of the front's log, as the stand-in provider writes them."""
        return [self.line(entry) for entry in lines(f"{self.dir}/front.log")]

    def line(self, entry):
        form = urllib.parse.parse_qs(entry["form"])
        status, is_empty = entry["status"], entry["bytes"] == 0
        return {
            "time": int(entry["at"] * 1000), "request": entry["request"], "status": status,
            "client": form.get("client_id", [None])[0],
            "subject": self.tokens.get(form.get("refresh_token", [None])[0]),
            "answer": "ok" if status == 200 else "empty" if is_empty else "page"}
