"""Debian's glewlwyd, asked by introspection (RFC 7662), which uses no token up."""
import os
import urllib.parse

from configuration import table
from glewlwyd_server import SECRET, GlewlwydServer
from server import CLIENT


class GlewlwydIntrospection(GlewlwydServer):
    """The caller is the client itself, by HTTP Basic; the front adds nothing to it."""

    NAME = "glewlwyd-introspection"
    USERS = 12
    NEGATIVES = {"inactive"}
    LOOKS, CASES = "POST /introspect", "introspection_cases"
    LOCKED, OLD_BACKUP = "provider_misconfigured", "brake_on"

    def __init__(self, place):
        super().__init__(place)
        self.secret_file = f"{self.dir}/client.secret"
        with open(self.secret_file, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) \
                as file:
            file.write(SECRET)

    def section(self, name, **keys):
        return table(f"provider.{name}", {
            "kind": "introspection", "endpoint": f"{self.url}/introspect", "ca_file": self.ca,
            "clients": [CLIENT], "caller_id": CLIENT, "secret_file": self.secret_file,
            "subject_member": "username", "baseline": False, **keys})

    def locations(self, port, basic):
        return super().locations(port, basic) + f"""\
    location = /introspect {{ proxy_pass http://127.0.0.1:{port}/api/oidc/introspect; }}
    location = /asked {{
      proxy_pass http://127.0.0.1:{port}/api/oidc/introspect;
      proxy_set_header Authorization "Basic {basic}";
    }}
"""

    def refresh(self, token, secret=None):
        """What introspection says; the cases show it."""
        return self.post("/asked", token=token, token_type_hint="refresh_token")

    def line(self, entry):
        line = super().line(entry)
        form = urllib.parse.parse_qs(entry["form"])
        line["client"] = CLIENT
        line["subject"] = self.tokens.get(form.get("token", [None])[0])
        if entry["status"] == 200 and entry["bytes"] < 20:  # {"active":false}
            line["answer"] = "inactive"
        return line
