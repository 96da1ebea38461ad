"""The files of Wycheproof."""
import json

from josecheck import encode
from rfc import HMAC, public

PINNED = "the key says PS256 and the token PS384: a key's alg pins the token's"
NO_SUCH = "the key's alg is ES521, which no standard has: such a key is not used"


def files(folder, check):
    """Each file's name and its cases."""
    def of(name, cases):
        path = f"{folder}/wycheproof/{name}_test.json"
        return f"Wycheproof {name}", cases(json.load(open(path))["testGroups"], check)
    tokens = [of(name, jose) for name in (
        "json_web_signature", "json_web_key", "json_web_crypto")]
    rsa = [of(f"rsa_signature_{bits}_sha256", rsa_signature) for bits in (2048, 3072, 4096)]
    return tokens + rsa + [
        of("ecdsa_secp256r1_sha256_p1363", ecdsa), of("ecdsa_secp256r1_sha256", ecdsa_der),
        of("rsa_pkcs1_2048_sig_gen", rsa_generate), of("aes_gcm", aes_gcm)]


def jose(groups, check):
    for group in groups:
        key = group.get("public") or group["private"]
        keys = {"keys": [public(one) for one in key.get("keys", [key])]}
        for test in group["tests"]:
            yield f"{test['tcId']} {test['comment']}", *token(check, keys, test)


def token(check, keys, test):
    text = test.get("jws", test.get("jwe"))
    text = text if isinstance(text, str) else json.dumps(text)
    answer = check.ask("verify", token=text, keys=keys)
    if "payload" in answer:
        return ("passed", "") if test["result"] == "valid" else ("failed", "it was verified")
    if test["result"] != "valid":
        return "passed", ""
    reason = listed(keys["keys"], text, answer)
    return ("listed", reason) if reason else ("failed", f"{answer}")


def listed(keys, text, answer):
    """Why a valid token is refused here all the same; None when there is no reason."""
    if all(key.get("kty") == "oct" for key in keys):
        return HMAC
    if text.count(".") == 4:
        return "nothing encrypted is read (JWE)"
    if keys[0].get("alg") == "PS256" and answer.get("refused") == "key_mismatch":
        return PINNED
    if keys[0].get("alg") == "ES521" and answer.get("key") == "none_usable":
        return NO_SUCH
    return None


def raw(check, jwk, algorithm, test):
    answer = check.ask(
        "raw", jwk=jwk, algorithm=algorithm, message=encode(bytes.fromhex(test["msg"])),
        signature=encode(bytes.fromhex(test["sig"])))
    if "valid" not in answer:
        return "failed", f"{answer}"
    return verdict(test, answer["valid"])


def verdict(test, is_valid):
    """Either answer to an acceptable case passes."""
    right = test["result"] == "acceptable" or (test["result"] == "valid") == is_valid
    return ("passed", "") if right else ("failed", f"{test['result']}, but verified: {is_valid}")


def rsa_signature(groups, check):
    for group in groups:
        numbers = group["publicKey"]
        jwk = {"kty": "RSA", "n": encode(bytes.fromhex(numbers["modulus"])),
               "e": encode(bytes.fromhex(numbers["publicExponent"]))}
        for test in group["tests"]:
            yield f"{test['tcId']} {test['comment']}", *raw(check, jwk, "RS256", test)


def point(group):
    """The key of a group, from its uncompressed point."""
    numbers = bytes.fromhex(group["publicKey"]["uncompressed"])
    return {"kty": "EC", "crv": "P-256", "x": encode(numbers[1:33]), "y": encode(numbers[33:])}


def ecdsa(groups, check):
    for group in groups:
        for test in group["tests"]:
            yield f"{test['tcId']} {test['comment']}", *raw(check, point(group), "ES256", test)


def ecdsa_der(groups, check):
    """Tokens never have the DER form: none of these may verify as they are."""
    for group in groups:
        for test in group["tests"]:
            outcome, note = raw(check, point(group), "ES256", {**test, "result": "invalid"})
            if outcome == "passed" and test["result"] == "valid":
                outcome, note = "listed", "a signature in DER is none in a token"
            yield f"{test['tcId']} {test['comment']}", outcome, note


def rsa_generate(groups, check):
    for group in groups:
        algorithm = {"SHA-256": "RS256", "SHA-384": "RS384", "SHA-512": "RS512"}.get(group["sha"])
        for test in group["tests"]:
            case = f"{test['tcId']} {group['sha']}"
            if not algorithm:
                yield case, "listed", f"no algorithm of tokens signs with {group['sha']}"
                continue
            answer = check.ask(
                "raw-sign", pem=group["privateKeyPem"], algorithm=algorithm,
                message=encode(bytes.fromhex(test["msg"])))
            right = answer.get("signature") == encode(bytes.fromhex(test["sig"]))
            yield case, *(("passed", "") if right else ("failed", f"{answer}"))


def aes_gcm(groups, check):
    for group in groups:
        for test in group["tests"]:
            case = f"{test['tcId']} {test['comment']}"
            if (group["keySize"], group["ivSize"]) != (256, 96):
                yield case, "listed", "sealing has keys of 256 bits and nonces of 96 alone"
                continue
            answer = check.ask(
                "open", key=encode(bytes.fromhex(test["key"])),
                aad=encode(bytes.fromhex(test["aad"])),
                sealed=encode(bytes.fromhex(test["iv"] + test["ct"] + test["tag"])))
            opened = answer.get("plain") == encode(bytes.fromhex(test["msg"]))
            if not opened and answer.get("key") != "notAuthentic":
                yield case, "failed", f"{answer}"
            else:
                yield case, *verdict(test, opened)
