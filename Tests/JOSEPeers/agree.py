"""Runs in the environment of the libraries; see __main__.py."""
import os
import shutil
import sys
import warnings

sys.path[1:1] = [f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/Running"]
warnings.simplefilter("ignore")
import forgeries
import handover
import libraries
from josecheck import JOSECheck, decode

ALGORITHMS = [
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
# An identity token, a client secret and a security event: header and claims.
KINDS = {
    "identity token": ({}, {
        "iss": "https://issuer.example", "aud": "client", "sub": "001.a.2", "iat": 1700000000,
        "exp": 1700000600, "nonce": "n-1", "email_verified": "true"}),
    "client secret": ({}, {
        "iss": "TEAM123456", "aud": "https://issuer.example", "sub": "com.example.app",
        "iat": 1700000000, "exp": 1700000300}),
    "security event": ({"typ": "secevent+jwt"}, {
        "iss": "https://issuer.example", "aud": ["client", "other"], "iat": 1700000000, "jti": "1",
        "events": {"https://schemas.openid.net/secevent/risc/event-type/account-disabled": {
            "subject": {"format": "iss_sub", "iss": "https://issuer.example", "sub": "é日本"}}}}),
}


def theirs_to_us(check, library, algorithm):
    """Complaints about tokens that the library signs."""
    key = libraries.new_key(algorithm)
    jwk = libraries.public(key, "k 1", algorithm)
    for kind, (more, claims) in KINDS.items():
        header = {"alg": algorithm, "kid": "k 1", **more}
        token = library.sign(key, header, claims)
        answer = check.ask("verify", token=token, keys={"keys": [jwk]}, algorithms=[algorithm],
                           typ=more.get("typ"))
        if "payload" not in answer:
            yield f"its {kind} is not verified: {answer}"
        head, payload, signature = token.split(".")
        last = "A" if signature[9] != "A" else "B"
        forged = f"{head}.{payload}.{signature[:9]}{last}{signature[10:]}"
        answer = check.ask("verify", token=forged, keys={"keys": [jwk]})
        if answer.get("refused") != "bad_signature":
            yield f"its {kind} with another signature: {answer}"


def ours_to_them(check, library, algorithm):
    """Complaints of the library about tokens that we sign."""
    made = check.ask("generate", algorithm=algorithm, kid="k 1")
    for kind, (more, claims) in KINDS.items():
        token = check.ask("sign", pem=made["pem"], algorithm=algorithm, kid="k 1", claims=claims,
                          typ=more.get("typ"))["token"]
        try:
            read = library.verify(made["jwk"], token, algorithm)
            if read != claims:
                yield f"reads other claims of our {kind}: {read}"
        except libraries.Refused as error:
            yield f"does not verify our {kind}: {error}"


def judged(check):
    """Complaints about identity tokens whose claims are judged too."""
    key = libraries.new_key("ES256")
    jwk = libraries.public(key, "k", "ES256")
    changes = [({}, None), ({"iss": "x"}, "wrong_issuer"), ({"aud": "x"}, "wrong_audience"),
               ({"nonce": "x"}, "wrong_nonce"), ({"exp": 1}, "expired"), ({"sub": 7}, "bad_subject"),
               ({"iat": 1800000000}, "issued_ahead")]
    for change, wanted in changes:
        claims = {**KINDS["identity token"][1], **change}
        token = libraries.JWCrypto().sign(key, {"alg": "ES256", "kid": "k"}, claims)
        answer = check.ask(
            "claims", token=token, keys={"keys": [jwk]}, issuer="https://issuer.example",
            audience="client", nonce="n-1", now=1700000000)
        if answer.get("refused") != wanted:
            yield f"claims with {change}: {answer}"


def main():
    complaints, tokens = [], 0
    with JOSECheck(os.path.abspath(sys.argv[1])) as check:
        for library in libraries.ALL:
            name = type(library).__name__
            for algorithm in ALGORITHMS:
                found = list(theirs_to_us(check, library, algorithm))
                found += ours_to_them(check, library, algorithm)
                complaints += [f"{name}, {algorithm}: {one}" for one in found]
                tokens += 2 * len(KINDS)
            print(f"{name}: {len(ALGORITHMS)} algorithms in both directions")
        complaints += judged(check)
        found, table = forgeries.compare(check, libraries.ALL)
        complaints += found
    print(table)
    found, folder = handover.main()
    complaints += found
    if found:
        print(f"the logs are in {folder}")
    else:
        shutil.rmtree(folder)
    for complaint in complaints:
        print(f"FAILED {complaint}")
    print(f"{tokens} tokens, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
