"""From handing a signed push over to the answer that says it is durable."""
import base64
import json
import sqlite3
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from fill import fill, subject
from process import Trouble, measured, percentile
from scene import CLIENT, PROVIDER

FAR = 30 * 86_400_000
# So many of an endpoint's requests at once, in the second round.
AT_ONCE = 32


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Transmitter:
    """Signs notifications as Apple does; nginx serves its key."""

    def __init__(self, scene):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        numbers = self.key.public_key().public_numbers()
        self.head = encode(json.dumps({"alg": "RS256", "kid": "bench"}).encode())
        key = {"kty": "RSA", "kid": "bench", "use": "sig", "alg": "RS256",
               "n": encode(numbers.n.to_bytes(256, "big")), "e": encode(b"\x01\x00\x01")}
        with open(f"{scene.dir}/keys.json", "w") as file:
            json.dump({"keys": [key]}, file)

    def notification(self, number, kind):
        now = int(time.time())
        event = {"type": kind, "sub": subject(number), "event_time": now * 1000,
                 "email": f"{number}@privaterelay.appleid.com", "is_private_email": "true"}
        claims = {"iss": "https://appleid.apple.com", "aud": CLIENT, "iat": now,
                  "exp": now + 86_400, "jti": f"{kind}.{number}", "events": json.dumps(event)}
        signed = f"{self.head}.{encode(json.dumps(claims).encode())}"
        signature = self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        return json.dumps({"payload": f"{signed}.{encode(signature)}"})


def round_of(scene, transmitter, count, kind, at_once):
    path = f"{scene.dir}/bodies"
    with open(path, "w") as file:
        for number in range(1, count + 1):
            file.write(transmitter.notification(number, kind) + "\n")
    output, seconds, _ = measured(
        [f"{scene.dir}/push", scene.bus, PROVIDER, path, str(at_once)])
    waits = [int(line) / 1000 for line in output.split()]
    return {"p50": percentile(waits, 0.5), "p99": percentile(waits, 0.99), "max": max(waits),
            "a_second": count / seconds, "at_once": at_once}


def measure(scene, count):
    """`count` notifications about as many users, one after the other and then many at once."""
    state = scene.fresh_store()
    fill(state, count, due=int(time.time() * 1000) + FAR, spread_ms=1)
    transmitter = Transmitter(scene)
    scene.configure(scene.alive)
    scene.start_daemon()
    rounds = [round_of(scene, transmitter, count, "email-disabled", 1),
              round_of(scene, transmitter, count, "email-enabled", AT_ONCE)]
    scene.stop_daemon()
    store = sqlite3.connect(f"{state}/store.db")
    published = store.execute("SELECT count(*) FROM events").fetchone()[0]
    store.close()
    if published != 2 * count:
        raise Trouble(f"{published} events of {2 * count} pushes\n{scene.daemon_log()}")
    return {"pushes": count, "rounds": rounds}
