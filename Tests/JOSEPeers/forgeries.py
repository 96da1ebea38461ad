"""Forged and malformed tokens: ours refuses each for its own reason, and the libraries are asked too."""
import hashlib
import hmac
import json

import libraries
from josecheck import decode, encode

CLAIMS = {"sub": "a"}


def compact(header, payload, signature):
    """A token of these parts; the header is given as a dictionary or as text."""
    text = header if isinstance(header, str) else json.dumps(header)
    return f"{encode(text.encode())}.{encode(payload)}.{encode(signature)}"


def by_hand(key, header, payload=b'{"sub": "a"}'):
    """A token with any header, signed as RS256 by the right key."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding
    signed = compact(header, payload, b"").rstrip(".").encode()
    private = key.get_op_key("sign")
    return compact(header, payload, private.sign(signed, padding.PKCS1v15(), hashes.SHA256()))


def shared(key, header):
    """A token whose shared secret is the public key."""
    pem = key.export_to_pem()
    signed = compact(header, b'{"sub": "a"}', b"").rstrip(".").encode()
    return compact(header, b'{"sub": "a"}', hmac.new(pem, signed, hashlib.sha256).digest())


def table(key, other):
    """Each forgery, its token, and the reason that ours must give."""
    good = {"alg": "RS256", "kid": "k"}
    token = by_hand(key, good)
    head, payload, signature = token.split(".")
    embedded = {**good, "jwk": other.export_public(as_dict=True)}
    return [
        ("alg none, no signature", compact({**good, "alg": "none"}, b'{"sub": "a"}', b""), "unsigned"),
        ("alg none, old signature", f"{compact({**good, 'alg': 'None'}, b'', b'').split('.')[0]}."
                                    f"{payload}.{signature}", "unsigned"),
        ("public key as shared secret", shared(key, {**good, "alg": "HS256"}), "shared_secret"),
        ("key of the attacker in the header", by_hand(other, embedded), "embedded_key"),
        ("address of the attacker's keys", by_hand(other, {**good, "jku": "https://evil.example"}),
         "embedded_key"),
        ("unknown critical member", by_hand(key, {**good, "crit": ["x"], "x": 1}),
         "critical_extension"),
        ("payload not encoded", by_hand(key, {**good, "b64": False, "crit": ["b64"]}),
         "unencoded_payload"),
        ("alg twice", by_hand(key, '{"alg":"none","alg":"RS256","kid":"k"}'), "duplicate_member"),
        ("signed by another key", by_hand(other, good), "bad_signature"),
        ("PS256 by a key for RS256", libraries.JWCrypto().sign(key, {**good, "alg": "PS256"}, CLAIMS),
         "key_mismatch"),
        ("RS512 by a key for RS256", libraries.JWCrypto().sign(key, {**good, "alg": "RS512"}, CLAIMS),
         "key_mismatch"),
        ("signature cut off", f"{head}.{payload}.{encode(decode(signature)[:-1])}",
         "signature_length"),
        ("no signature", f"{head}.{payload}.", "signature_length"),
        ("two parts", f"{head}.{payload}", "not_compact"),
        ("padding", f"{head}.{payload}.{signature}==", "not_base64url"),
        ("line end behind it", f"{token}\n", "not_base64url"),
        ("unused bits set", f"{head}.{payload}.{signature[:-1]}{other_bits(signature[-1])}",
         "not_base64url"),
        ("16 KiB", by_hand(key, good, b'{"sub": "' + b"a" * 16384 + b'"}'), "too_large"),
    ]


def other_bits(character):
    """Another character that means the same once its unused bits are dropped."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return alphabet[alphabet.index(character) ^ 1]


def compare(check, peers):
    """Complaints, and a table of who refuses what. Only ours must refuse all of it."""
    key, other = libraries.new_key("RS256"), libraries.new_key("RS256")
    jwk = libraries.public(key, "k", "RS256")
    complaints, lines = [], [f"{'forgery':34} {'ours':20} " + " ".join(
        f"{type(peer).__name__:9}" for peer in peers)]
    good = check.ask("verify", token=by_hand(key, {"alg": "RS256", "kid": "k"}), keys={"keys": [jwk]})
    if "payload" not in good:
        complaints.append(f"the token that the forgeries are made of: {good}")
    for name, token, wanted in table(key, other):
        answer = check.ask("verify", token=token, keys={"keys": [jwk]})
        reason = answer.get("refused", "VERIFIED")
        if reason != wanted:
            complaints.append(f"{name}: {answer}, not {wanted}")
        words = []
        for peer in peers:
            try:
                peer.verify(jwk, token, "RS256")
                words.append("takes it")
            except libraries.Refused:
                words.append("refuses")
        lines.append(f"{name:34} {reason:20} " + " ".join(f"{word:9}" for word in words))
    return complaints, "\n".join(lines)
