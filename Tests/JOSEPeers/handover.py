"""Tokens between the libraries and the running programs: sign-ins, pushes, client secrets, forgeries."""
import json
import os
import subprocess
import sys
import time

import forgeries
import libraries
from configuration import HEAD, table
from installation import Installation
from issuer import Issuer
from programs import Place, Trouble, await_

CLIENT, APP = "shop", "com.example.app"
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384"]
DISABLED = "https://schemas.openid.net/secevent/risc/event-type/account-credential-change-required"
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"


class Handover(Installation, Place):
    """Bus, daemon and an issuer that the libraries sign for."""

    issuer = None

    def __init__(self, programs):
        super().__init__(programs, "credstate-jose-")
        key = libraries.new_key("ES256")
        path = f"{self.dir}/client.key"
        with open(path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(key.export_to_pem(private_key=True, password=None))
        self.issuer = Issuer(self.dir, libraries.public(key, "c", "ES256"), {CLIENT, APP},
                             ALGORITHMS)
        common = {"ca_file": f"{self.dir}/ca.pem", "interval": "1d"}
        self.prepare(HEAD.format(folder=self.dir) + table("provider.issuer", {
            "kind": "oidc", "issuer": self.issuer.url, "authentication": "private_key_jwt",
            "signing_key_file": path, "signing_key_id": "c", "token_algorithms": ALGORITHMS,
            "rotating": False, "clients": [CLIENT], **common}) + table("provider.apple", {
                "kind": "apple", "endpoint": self.issuer.url, "team_id": "TEAM123456",
                "key_id": "KEY1234567", "key_file": path, "clients": [APP],
                **common})
            + table("hooks", {"directories": []}))
        self.start_daemon()
        self.await_ready()

    def sign_in(self, document, provider="issuer"):
        """The answer to a sign-in, and the code of its refusal."""
        run = self.ask("sign-in", provider, text=json.dumps(document))
        answer = json.loads(run.stdout)
        error = answer.get("error")
        return answer, error and f"{error['code']}: {error['message'].split(' Tell the user')[0]}"

    def push(self, body, kind="application/secevent+jwt"):
        """The answer to a push."""
        run = self.ask("push", "issuer", "--content-type", kind, text=body)
        try:
            return json.loads(run.stdout)["push"]
        except (ValueError, KeyError):
            raise Trouble(f"push: {run.stdout}{run.stderr}") from None

    def refusals(self):
        """Why pushes were refused, as the log tells it."""
        return [line for line in self.daemon.output.splitlines() if "push was refused" in line]

    def identity(self, subject, **changes):
        now = int(time.time())
        claims = {"iss": self.issuer.url, "aud": CLIENT, "sub": subject, "iat": now,
                  "exp": now + 600, "nonce": "n", **changes}
        return {name: value for name, value in claims.items() if value is not None}

    def event(self, subject, number, event=DISABLED, **changes):
        claims = {"iss": self.issuer.url, "aud": CLIENT, "iat": int(time.time()),
                  "jti": f"event {number}", "events": {event: {"subject": {
                      "format": "iss_sub", "iss": self.issuer.url, "sub": subject}}}, **changes}
        return {name: value for name, value in claims.items() if value is not None}

    def end(self):
        if self.issuer:
            self.issuer.end()
        super().end()


def taken(world):
    """Complaints about good tokens of the libraries, which the daemon must take."""
    count = 0
    for library in libraries.ALL:
        name = type(library).__name__
        for algorithm in ALGORITHMS:
            who = f"{name} {algorithm}"
            token = world.issuer.sign(library, algorithm, world.identity(who))
            world.issuer.codes[who] = {"access_token": "a", "token_type": "Bearer",
                                       "refresh_token": f"r {who}", "id_token": token}
            world.issuer.codes[f"r {who}"] = {"access_token": "a", "token_type": "Bearer"}
            answer, refusal = world.sign_in(
                {"id_token": token, "code": who, "nonce": "n", "client_id": CLIENT})
            if refusal or answer["sign_in"]["outcome"] != "new":
                yield f"{who}: the sign-in is {refusal or answer}"
            for event, kind, header in ((DISABLED, "application/secevent+jwt", "secevent+jwt"),
                                        (LOGOUT, "application/x-www-form-urlencoded", "logout+jwt")):
                claims = world.event(who, f"{who} {header}", event)
                if event == LOGOUT:
                    claims.update(sub=who, events={LOGOUT: {}}, exp=claims["iat"] + 100)
                body = world.issuer.sign(library, algorithm, claims, typ=header)
                answer = world.push(f"logout_token={body}" if event == LOGOUT else body, kind)
                if answer["outcome"] != "accepted":
                    yield f"{who}: the {header} is {answer}"
            count += 3
    print(f"the daemon took {count} tokens of the libraries; they verified its own "
          f"{world.issuer.proofs[CLIENT]} times")


def refused_sign_ins(world):
    """Each forged identity token, and the reason that must be given."""
    sign = world.issuer.sign
    peer = libraries.JWCrypto()
    now = int(time.time())
    for what, changes in (
            ("another issuer", {"iss": "https://evil.example"}), ("no issuer", {"iss": None}),
            ("another audience", {"aud": "other"}), ("ended", {"exp": now - 700}),
            ("issued ahead", {"iat": now + 700}), ("another nonce", {"nonce": "x"}),
            ("no nonce", {"nonce": None}), ("no end", {"exp": None}),
            ("a subject that is a number", {"sub": 7}), ("an empty subject", {"sub": ""})):
        yield what, sign(peer, "RS256", world.identity("forged", **changes))
    claims = json.dumps(world.identity("forged")).encode()
    key, other = world.issuer.keys["RS256"], libraries.new_key("RS256")
    head = {"alg": "RS256", "kid": "k RS256"}
    good = forgeries.by_hand(key, head, claims)
    yield "signed by another key", forgeries.by_hand(other, head, claims)
    yield "an unknown key id", forgeries.by_hand(other, {**head, "kid": "new"}, claims)
    yield "the attacker's key in the header", forgeries.by_hand(
        other, {**head, "jwk": other.export_public(as_dict=True)}, claims)
    yield "no signature (alg none)", forgeries.compact({**head, "alg": "none"}, claims, b"")
    yield "the public key as a shared secret", forgeries.shared(key, {**head, "alg": "HS256"})
    yield "an algorithm that the key is not for", peer.sign(
        key, {**head, "alg": "PS256"}, world.identity("forged"))
    yield "an unknown critical member", forgeries.by_hand(key, {**head, "crit": ["x"], "x": 1}, claims)
    yield "a member twice", forgeries.by_hand(
        key, '{"alg":"none","alg":"RS256","kid":"k RS256"}', claims)
    yield "the signature cut off", good[:-4]
    yield "two parts", good.rsplit(".", 1)[0]
    yield "encrypted (five parts)", "a.b.c.d.e"
    yield "no JSON inside", forgeries.by_hand(key, head, b"hello")
    yield "too large", forgeries.by_hand(key, head, b'{"sub": "' + b"a" * 20000 + b'"}')


def refused_pushes(world):
    """Each forged security event token."""
    sign = world.issuer.sign
    peer = libraries.Authlib()
    now = int(time.time())
    for number, (what, changes, header) in enumerate((
            ("another issuer", {"iss": "https://evil.example"}, {}),
            ("another audience", {"aud": "other"}, {}), ("no audience", {"aud": None}, {}),
            ("issued ahead", {"iat": now + 700}, {}), ("no time of issue", {"iat": None}, {}),
            ("no events", {"events": None}, {}), ("events that are no object", {"events": 7}, {}),
            ("no event in it", {"events": {}}, {}), ("no id", {"jti": None}, {}),
            ("an access token's type", {}, {"typ": "at+jwt"}))):
        yield what, sign(peer, "RS256", world.event("forged", number, **changes),
                         **{"typ": "secevent+jwt", **header})
    claims = json.dumps(world.event("forged", 99)).encode()
    key, other = world.issuer.keys["RS256"], libraries.new_key("RS256")
    head = {"alg": "RS256", "kid": "k RS256", "typ": "secevent+jwt"}
    good = forgeries.by_hand(key, head, claims)
    yield "signed by another key", forgeries.by_hand(other, head, claims)
    yield "an unknown key id", forgeries.by_hand(other, {**head, "kid": "new"}, claims)
    yield "address of the attacker's keys", forgeries.by_hand(
        other, {**head, "jku": "https://evil.example"}, claims)
    yield "no signature (alg none)", forgeries.compact({**head, "alg": "none"}, claims, b"")
    yield "the public key as a shared secret", forgeries.shared(key, {**head, "alg": "HS256"})
    yield "the signature cut off", good[:-4]
    yield "empty", ""
    yield "no token", "hello"


def forged(world):
    """Complaints about forgeries that are taken, or refused for a reason that others have too."""
    rows, complaints = [], []
    for what, token in refused_sign_ins(world):
        _, refusal = world.sign_in({"id_token": token, "nonce": "n", "client_id": CLIENT})
        rows.append(("sign-in", what, refusal or "TAKEN"))
    for what, token in refused_pushes(world):
        answer = world.push(token)
        body = json.loads(answer.get("body") or "{}")
        rows.append(("push", what, "TAKEN" if answer["outcome"] == "accepted" else
                     f"{answer['status']} {body.get('err')}: {body.get('description')}"))
    users = world.told("list")["credentials"]
    if any(user["subject"] == "forged" for user in users):
        complaints.append("somebody who was forged is kept")
    for kind in ("sign-in", "push"):
        reasons = [reason for one, _, reason in rows if one == kind]
        complaints += [f"{kind}, {what}: {reason}" for one, what, reason in rows if one == kind
                       and (reason == "TAKEN" or reasons.count(reason) > 1)]
    width = max(len(what) for _, what, _ in rows)
    print("\n".join(f"{kind:8} {what:{width}} {reason}" for kind, what, reason in rows))
    return complaints


def apple_secret(world):
    """The libraries verify the client secret of kind apple, too."""
    answer, _ = world.sign_in({"code": "nothing", "client_id": APP}, "apple")
    if world.issuer.proofs[APP] != len(libraries.ALL):
        yield f"the client secret of kind apple: {answer}"


def sandbox_tokens(programs, folder, kind, words):
    """Complaints of the libraries about what a sandbox signs."""
    place = f"{folder}/sandbox-{kind}"
    process = subprocess.Popen([f"{programs}/credstate-sandbox", "serve", "--kind", kind,
                                "--directory", place], stdout=subprocess.PIPE, text=True)
    try:
        ready = json.loads(process.stdout.readline())

        def control(*words):
            return subprocess.run([f"{programs}/credstate-sandbox", "control", *words,
                                   "--directory", place], check=True, capture_output=True,
                                  text=True).stdout
        keys = fetch(ready, words[0])
        control("user", "add", "1001")
        tokens = [json.loads(control("sign-in", "1001", "--nonce", "n"))["id_token"]]
        tokens += [token_of(control("push", event, "1001")) for event in words[1:]]
        for token in tokens:
            yield from disagreements(f"sandbox of kind {kind}", keys, token)
    finally:
        process.terminate()
        process.wait(30)


def fetch(ready, path):
    """A key set of a sandbox."""
    import ssl
    import urllib.request
    request = urllib.request.Request(f"{ready['url']}{path}", headers={"User-Agent": "jose-peers"})
    context = ssl.create_default_context(cafile=ready["ca"])
    with urllib.request.urlopen(request, context=context, timeout=30) as answer:
        return {key["kid"]: key for key in json.load(answer)["keys"]}


def token_of(body):
    """The token in the body of a push, whatever is around it."""
    body = body.strip()
    if body.startswith("{"):
        return json.loads(body)["payload"]
    return body.partition("=")[2] if body.startswith("logout_token=") else body


def disagreements(what, keys, token):
    header = json.loads(forgeries.decode(token.split(".")[0]))
    for library in libraries.ALL:
        try:
            library.verify(keys[header["kid"]], token, header["alg"])
        except (libraries.Refused, KeyError) as error:
            yield f"{type(library).__name__} does not verify a token of the {what}: {error!r}"


SANDBOXES = {
    "apple": ["/auth/keys", "consent-revoked", "account-deleted"],
    "oidc": ["/jwks", "logout", "session-revoked", "account-purged"],
    "google": ["/oauth2/v3/certs", "account-disabled"],
    "kakao": ["/.well-known/jwks.json", "user-unlinked"],
}


def main():
    programs = os.path.abspath(sys.argv[1])
    world, complaints = Handover(programs), []
    try:
        complaints += list(taken(world)) + list(apple_secret(world)) + forged(world)
        complaints += world.issuer.complaints
        for kind, words in SANDBOXES.items():
            found = list(sandbox_tokens(programs, world.dir, kind, words))
            print(f"sandbox of kind {kind}: {len(words)} tokens, each verified by "
                  f"{len(libraries.ALL)} libraries, {len(found)} complaints")
            complaints += found
        status = world.daemon.terminate()
        complaints += [f"the daemon ended with {status}"] if status else []
    finally:
        world.end()
    return complaints, world.dir
