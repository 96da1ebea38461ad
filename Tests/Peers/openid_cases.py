"""What is done to a server that replaces refresh tokens, one function a case."""
import hashlib
import json
import time

from cases import DELETED, GOOD, REVOKED, rounds, show, watched, withdrawal
from programs import Trouble, await_
from server import CLIENT

STOLEN = "user-04"
MADE_UP = "x" * 40


def replaced(scene):
    """The marks of the refresh tokens that the server has replaced."""
    return {line["presented"] for line in scene.server.requests()
            if line["presented"] and line["answer"] == "ok"}


def used_again(scene):
    """The daemon's looks with tokens that were replaced before, as complaints."""
    gone, twice = set(), []
    for line in scene.server.requests():
        mark = line["presented"]
        if mark in gone and mark not in scene.server.stolen:
            twice.append(mark)
        if mark and line["answer"] == "ok":
            gone.add(mark)
    return [f"{len(twice)} looks were made with a replaced token"] if twice else []


def looks(scene):
    """Each look is a refresh that replaces the token; what is stored is what the server gave last"""
    def act():
        before = len(replaced(scene))
        rounds(4)
        print(f"    {len(replaced(scene)) - before} tokens were replaced", flush=True)
    complaints = watched(scene, [], act) + used_again(scene)
    for user in scene.users:
        tokens = scene.server.refresh_tokens(user)
        live = [token for token, is_good in tokens if is_good]
        if len(live) != 1 or len(tokens) < 4:
            complaints.append(f"{user} has {len(live)} good tokens of {len(tokens)}")
    return complaints


def withdraw(scene):
    """A user takes the consent back, and signs in once more"""
    scene.server.administer("withdraw", REVOKED)
    scene.withdrawn[REVOKED] = time.time()
    complaints = withdrawal(scene, REVOKED)
    return complaints + returned(scene, REVOKED)


def returned(scene, user):
    """A sign-in of a user who was logged out must take that back."""
    answer = json.loads(scene.server.enrol(scene, user, None).stdout)
    found = answer.get("sign_in", answer).get("outcome")
    state = scene.credentials()[f"{scene.provider} {user}"]
    print(f"    the next sign-in: {found}, {state}", flush=True)
    return [] if (found, state) == ("returned", "authorized") else [f"then {found}, {state}"]


def delete_user(scene):
    """The user is deleted at the server"""
    # While nobody asks: a refresh that is under way then is a 500 there, and a lost answer.
    scene.daemon.terminate()
    scene.server.delete_user(DELETED)
    scene.withdrawn[DELETED] = time.time()
    scene.start_daemon()
    scene.await_ready()
    return withdrawal(scene, DELETED)


def reuse(scene):
    """Somebody presents a token that was replaced: the server ends its whole family"""
    old = scene.server.refresh_tokens(STOLEN)[0][0]
    scene.server.stolen.add(hashlib.sha256(old.encode()).hexdigest()[:16])
    scene.withdrawn[STOLEN] = time.time()
    show("the old token", scene.server.refresh(old))
    good = [token for token, is_good in scene.server.refresh_tokens(STOLEN) if is_good]
    complaints = [f"{STOLEN} still has a good token"] if good else []
    complaints += withdrawal(scene, STOLEN)
    return complaints + returned(scene, STOLEN)


def used_code(scene):
    """A code is handed over that was exchanged already, and one with another verifier"""
    def act():
        for change in ({"code": "used"}, {"code_verifier": "v" * 43}, {"nonce": "another"}):
            document = {**scene.server.sign_in(GOOD), **change}
            answer = scene.ask("sign-in", scene.provider, text=json.dumps(document))
            code = json.loads(answer.stdout or "{}").get("error", {}).get("code")
            print(f"    with another {next(iter(change))}: {code}", flush=True)
            if answer.returncode == 0 or code not in ("failed", "invalid_response"):
                raise Trouble(f"it was taken: {answer.stdout}{answer.stderr}")
    return watched(scene, [], act)


def quiet_fault(scene, title, kind, begin, end, lost=False):
    """A fault during which nobody changes; whose answers were lost is told, and a sign-in mends it."""
    before = set(scene.logged_out())

    def act():
        rounds(1)  # so that the daemon knows the endpoints, and asks them
        begin()
        show(title, scene.server.refresh(MADE_UP))
        await_(f"condition {kind}", lambda: kind in scene.conditions())
        rounds(2)
        end()
        show("afterwards", scene.server.refresh(MADE_UP))
        await_(f"the end of {kind}", lambda: kind not in scene.conditions(), patience=90)
        rounds(1)
        if lost:
            gone = scene.told("status")["status"]["conditions"]
            print(f"    then {[(row['condition'], row.get('count')) for row in gone]}", flush=True)
            for user in scene.users:
                if user != DELETED:
                    scene.register(user)
            await_("the end of rotation_lost", lambda: not scene.conditions(), patience=60)
            rounds(1)
    complaints = []
    try:
        act()
    except Trouble as trouble:
        complaints.append(str(trouble))
    told = {what for _, what, _ in scene.told_conditions()}
    allowed = {kind, "rotation_lost"} if lost else {kind}
    if kind not in told or told - allowed:
        complaints.append(f"the conditions were {told}")
    if set(scene.logged_out()) != before:
        complaints.append(f"logged out were {set(scene.logged_out()) - before}")
    print(f"    {len(replaced(scene))} tokens were replaced until now", flush=True)
    return complaints + used_again(scene)


def stop_server(scene):
    """The server stops"""
    server = scene.server
    return quiet_fault(scene, "the address", "provider_unreachable", server.stop_front,
                       server.start_front)


def break_secret(scene):
    """The client's secret is replaced at the server"""
    server = scene.server
    return quiet_fault(scene, "any token", "provider_misconfigured", server.break_secret,
                       server.mend_secret)


def stop_application(scene):
    """The application stops behind its front server: answers may be lost"""
    server = scene.server
    return quiet_fault(scene, "the front", "provider_unreachable", server.stop_application,
                       server.start_application, lost=True)


def introspection(scene):
    """Kind introspection asks about refresh tokens that are alive, and the server calls all inactive"""
    users = ["asked-1", "asked-2", "asked-3"]
    tokens = scene.server.administer("sign-in", CLIENT, *users)

    def act():
        for user in users:
            answer = scene.ask("register", "resource", user, "--client", CLIENT, text=tokens[user])
            if answer.returncode:
                raise Trouble(answer.stdout)
        rounds(4)
    complaints = watched(scene, [], act)
    states = {scene.credentials()[f"resource {user}"] for user in users}
    print(f"    they are {states}", flush=True)
    for user in users:
        scene.told("forget", "resource", user)
    return complaints + ([f"they are {states}"] if states != {"unknown"} else [])


ALL = [looks, withdraw, delete_user, reuse, used_code, introspection, stop_server, break_secret,
       stop_application]
