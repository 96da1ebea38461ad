"""The examples of docs/sign-in.md and docs/pushes.md, as they stand there, before daemon and sandbox.

Usage: python3 Tests/Examples DIRECTORY-OF-THE-PROGRAMS
Ends with 0 when each did what its page says, 1 when one did not; without python3-dbus, nginx or jq it
says NOT RUN and ends with 0.
"""
import argparse
import http.client
import json
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [f"{os.path.dirname(HERE)}/Running"]
from programs import Trouble, await_
from world import World, blocks, free_port, listens

USER, OTHER, THIRD = "001234.ab56", "001234.cd78", "001234.ef90"


def why_not():
    """Why nothing can be shown here; None when it can."""
    if subprocess.run(["/usr/bin/python3", "-c", "import dbus"], capture_output=True).returncode:
        return "there is no python3-dbus"
    for program in ("/usr/sbin/nginx", "/usr/bin/busctl"):
        if not os.path.exists(program):
            return f"there is no {program}"
    return None


def sign_in_shell(world):
    """docs/sign-in.md, shell"""
    (script,) = blocks("sign-in.md", "sh")
    response = world.control("sign-in", USER, "--nonce", "n")
    with open(f"{world.work}/response.json", "w") as file:
        json.dump({**{name: text for name, text in json.loads(response).items()
                      if name in ("id_token", "code")}, "nonce": "n"}, file)
    run = world.run(script)
    if run.returncode or '"outcome":"new"' not in run.stdout or USER not in run.stdout:
        yield f"it ends with {run.returncode}: {run.stdout[:600]}{run.stderr[:600]}"
    elif "a{sv}" not in run.stdout:
        yield f"busctl prints {run.stdout[-300:]}"


def sign_in_python(world):
    """docs/sign-in.md, Python"""
    (text,) = blocks("sign-in.md", "python")
    response = json.loads(world.control("sign-in", OTHER, "--nonce", "n"))
    response = {"id_token": response["id_token"], "code": response["code"], "nonce": "n"}
    rest = f"""
class TryAgain(Exception): pass
class Refused(Exception): pass
print(*sign_in("apple", {response!r}, "4712"))
for response in ({{"error": "user_cancelled_authorize"}}, {{"id_token": "a.b.c"}}):
    try:
        print(sign_in("apple", response, "4713"))
    except Refused as refused:
        print(*refused.args, sep=": ")
"""
    run = world.python(text + rest)
    wanted = ["new authorized",
              "Canceled: You have not signed in. You can try again at any time.",
              "InvalidResponse: The sign-in could not be verified. Please sign in again; if that "
              "does not help, contact support."]
    if run.stdout.splitlines() != wanted:
        yield f"it prints {run.stdout}{run.stderr[-800:]}"


def push_shell(world):
    """docs/pushes.md, shell"""
    (script,) = blocks("pushes.md", "sh")
    for words, wanted in (((), 0), (("--wrong", "signature"), 1)):
        with open(f"{world.work}/body", "w") as file:
            file.write(world.control("push", "consent-revoked", USER, *words))
        run = world.run(script, CONTENT_TYPE="application/json")
        if run.returncode != wanted:
            yield f"{words}: it ends with {run.returncode}: {run.stdout}{run.stderr}"
        elif wanted == 1 and not json.loads(run.stdout)["push"]["body"]:
            yield f"no body for a refusal: {run.stdout}"


def post(port, body, method="POST"):
    """Status, headers and body of an answer of the front."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
    try:
        connection.request(method, "/push/apple", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, dict(answer.headers), answer.read().decode()
    finally:
        connection.close()


def push_endpoint(world):
    """docs/pushes.md, Python behind nginx"""
    (text,), (block,) = blocks("pushes.md", "python"), blocks("pushes.md", "nginx")
    behind, port = free_port(), free_port()
    if "127.0.0.1:8081" not in block:
        yield "the page's nginx passes on to another place"
    world.serve("endpoint", text + f"""
from wsgiref.simple_server import make_server
make_server("127.0.0.1", {behind}, application).serve_forever()
""")
    await_("the endpoint", lambda: listens(behind))
    nginx = world.front(block.replace("127.0.0.1:8081", f"127.0.0.1:{behind}"), port)
    good = world.control("push", "account-deleted", OTHER, "--id", "twice")
    cases = [("a notification", good, 200), ("the same again", good, 200),
             ("a forgery", world.control("push", "consent-revoked", THIRD, "--wrong", "key"), 400),
             ("64 KiB and more", "x" * 65537, 413), ("nothing", "", 413)]
    for what, body, wanted in cases:
        status, headers, answer = post(port, body)
        print(f"    {what}: {status} {answer[:90]}", flush=True)
        if status != wanted:
            yield f"{what}: {status} {answer}"
        if what == "a forgery" and headers.get("Content-Type") != "application/json":
            yield f"{what}: {headers}"
    if post(port, None, "GET")[0] != 403:
        yield "a GET is passed on"
    world.daemon.terminate()
    status, headers, _ = post(port, good)
    print(f"    without a daemon: {status}, Retry-After {headers.get('Retry-After')}", flush=True)
    if status != 503 or "Retry-After" not in headers:
        yield f"without a daemon: {status} {headers}"
    nginx.terminate()


ALL = [sign_in_shell, sign_in_python, push_shell, push_endpoint]


def main():
    parser = argparse.ArgumentParser(prog="Examples", description=__doc__.split("\n")[0])
    parser.add_argument("programs", type=os.path.abspath)
    options = parser.parse_args()
    reason = why_not()
    if reason:
        print(f"NOT RUN: {reason}")
        return 0
    world, count = World(options.programs), 0
    try:
        for case in ALL:
            print(case.__doc__, flush=True)
            for complaint in case(world):
                print(f"    FAILED {complaint}", flush=True)
                count += 1
    except Trouble as trouble:
        print(f"FAILED {trouble}")
        count += 1
    finally:
        world.end()
    print(f"{count} complaints" + (f"; the logs are in {world.dir}" if count else ""))
    if not count:
        shutil.rmtree(world.dir)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
