"""The examples of RFC 7515 appendix A and RFC 7520."""
import glob
import json
import os

from josecheck import decode, encode

PRIVATE = ("d", "p", "q", "dp", "dq", "qi", "oth")
HMAC = "a shared secret (HS256 and its like) signs nothing that is verified here"
JSON_FORM = "only the compact form is read, this example has the JSON form alone"


def public(key):
    """The key without its private half, which a key set must not show."""
    return {name: value for name, value in key.items() if name not in PRIVATE}


def outcome(check, key, algorithm, token, payload):
    """Passed when the token verifies with the payload, and does not once it is changed."""
    if algorithm.startswith("HS"):
        answer = check.ask("verify", token=token, keys={"keys": [key]})
        refused = answer.get("refused") == "shared_secret" or answer.get("key") == "none_usable"
        return ("listed", HMAC) if refused else ("failed", f"a shared secret gave {answer}")
    answer = check.ask("verify", token=token, jwk=public(key), algorithms=[algorithm])
    if answer.get("payload") != encode(payload):
        return "failed", f"{answer}"
    header, body, signature = token.split(".")
    changed = f"{header}.{encode(payload + b'x')}.{signature}"
    answer = check.ask("verify", token=changed, jwk=public(key), algorithms=[algorithm])
    return ("passed", "") if answer.get("refused") == "bad_signature" else ("failed", f"{answer}")


def appendix_a(path, check):
    for case in json.load(open(path)):
        payload = case["payload_utf8"].encode()
        yield case["name"], *outcome(check, case["key"], case["alg"], case["compact"], payload)


def cookbook(paths, check):
    for path in paths:
        name = os.path.basename(path)
        case = json.load(open(path))
        if name.startswith("3_"):
            yield name, *key(check, case)
        elif name.startswith("5_"):
            token = case["output"]["compact"]
            answer = check.ask("verify", token=token, keys={"keys": [EC]})
            refused = answer.get("refused") == "encrypted"
            yield name, *(("listed", "nothing encrypted is read (JWE)") if refused
                          else ("failed", f"{answer}"))
        elif "compact" not in case["output"]:
            yield name, "listed", JSON_FORM
        else:
            token, payload = case["output"]["compact"], case["input"]["payload"].encode()
            head, body, signature = token.split(".")
            whole = f"{head}.{body or encode(payload)}.{signature}"
            yield name, *outcome(
                check, case["input"]["key"], case["input"]["alg"], whole, payload)


def key(check, case):
    """A public key is read; a private or a shared one is refused as a member of a key set."""
    answer = check.ask("verify", token="e30.e30.AA", jwk=case)
    if case["kty"] == "oct":
        right = answer.get("key") == "unknown_kind"
    elif "d" in case:
        right = answer.get("key") == "exposed"
    else:
        right = answer.get("refused") == "bad_header"
    return ("passed", "") if right else ("failed", f"{answer}")


EC = {
    "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}


def files(folder, check):
    """Each file's name and its cases."""
    return [
        ("RFC 7515 appendix A", appendix_a(f"{folder}/rfc7515/appendix-a.json", check)),
        ("RFC 7520", cookbook(sorted(glob.glob(f"{folder}/rfc7520/*.json")), check)),
    ]
