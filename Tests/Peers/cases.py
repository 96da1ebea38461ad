"""What is done to the server, one function a case; each gives its complaints."""
import json
import time

from programs import Trouble, await_
from scene import INTERVAL, PROVIDER

REVOKED, DELETED, GOOD = "user-01", "user-02", "user-03"
STRANGER = "stranger"


def show(title, answer):
    """Prints what the server answered to this program, for the page about it; no token."""
    status, kind, body = answer
    text = " ".join(sorted(json.loads(body)) if status == 200 and body else body.split())
    kind = kind or ("" if body else "without a body")
    print(f"    {title}: {status or 'no answer'} {kind} {text[:100]}", flush=True)


def rounds(count):
    """Lets every user be looked at so often, and once more for those on their way."""
    time.sleep((count + 1) * INTERVAL)


def withdrawal(scene, user):
    """Waits until a user who is gone is logged out and the hook has run."""
    try:
        await_(f"the log-out of {user}", lambda: user in scene.logged_out(), patience=90)
        await_(f"the hook for {user}", lambda: any(
            line["subject"] == user and line["what"] == "end" for line in scene.hook_log()))
    except Trouble as trouble:
        return [str(trouble)]
    told = scene.told_conditions()
    return [f"the conditions were {told}"] if told else []


def watched(scene, wanted, act):
    """Does something during which nobody may change and the log tells just these conditions."""
    before, complaints = scene.logged_out(), []
    try:
        act()
    except Trouble as trouble:
        complaints.append(str(trouble))
    told = [(what, kind) for what, kind, _ in scene.told_conditions()]
    if sorted(told) != sorted(wanted):
        complaints.append(f"the conditions were {told}")
    if scene.logged_out() != before:
        complaints.append(f"logged out were {scene.logged_out()[len(before):]}")
    return complaints


def fault(scene, title, kind, begin, end):
    """A fault of the server: one condition that begins and ends, and nobody changes."""
    secret = scene.server.secret()

    def act():
        begin()
        show(title, scene.server.refresh(scene.tokens[GOOD], secret))
        await_(f"condition {kind}", lambda: kind in scene.conditions())
        rounds(2)
        end()
        show("afterwards", scene.server.refresh(scene.tokens[GOOD], secret))
        await_(f"the end of {kind}", lambda: kind not in scene.conditions(), patience=90)
        rounds(1)
    return watched(scene, [("began", kind), ("ended", kind)], act)


def revoke(scene):
    """A user revokes the token at the server's own endpoint (RFC 7009)"""
    show("the endpoint", scene.server.revoke(scene.tokens[REVOKED]))
    scene.withdrawn[REVOKED] = time.time()
    show("the token", scene.server.refresh(scene.tokens[REVOKED]))
    return withdrawal(scene, REVOKED)


def delete_user(scene):
    """The user is deleted at the server"""
    scene.server.delete_user(DELETED)
    scene.withdrawn[DELETED] = time.time()
    for number in (1, 2):
        show(f"the token, time {number}", scene.server.refresh(scene.tokens[DELETED]))
    return withdrawal(scene, DELETED)


def never_was(scene):
    """The service hands over a token that the server never gave"""
    scene.tokens[STRANGER] = "x" * 128
    show("the token", scene.server.refresh(scene.tokens[STRANGER]))

    def act():
        scene.register(STRANGER)
        rounds(3)
    complaints = watched(scene, [], act)
    state = scene.credentials()[f"{PROVIDER} {STRANGER}"]
    scene.told("forget", PROVIDER, STRANGER)  # its refusals would be answers amid the faults below
    return complaints + ([f"{STRANGER} is {state}"] if state != "unknown" else [])


def stop_application(scene):
    """The application stops behind its front server"""
    server = scene.server
    return fault(scene, "the front", "provider_unreachable", server.stop_application,
                 server.start_application)


def stop_server(scene):
    """The server stops"""
    server = scene.server
    return fault(scene, "the address", "provider_unreachable", server.stop_front,
                 server.start_front)


def break_secret(scene):
    """The client's key or secret is replaced at the server"""
    server = scene.server
    return fault(scene, "a good token", "provider_misconfigured", server.break_secret,
                 server.mend_secret)


def database_away(scene):
    """The server's database is away"""
    server = scene.server
    return fault(scene, "a good token", "provider_unreachable", server.hide_database,
                 server.bring_database_back)


def database_locked(scene):
    """The server's database is locked by another program"""
    server = scene.server
    return fault(scene, "a good token", server.LOCKED, server.lock_database,
                 server.unlock_database)


def old_backup(scene):
    """The server runs on a backup from before the sign-ins, then on its own database again"""
    server = scene.server

    def begin():  # while nobody asks, so that no answer is one from before
        scene.daemon.terminate()
        server.restore_backup()
        scene.start_daemon()
        scene.await_ready()
    return fault(scene, "a good token", server.OLD_BACKUP, begin, server.leave_backup)


def application_deleted(scene):
    """The application is deleted, and made again under the same client id"""
    server, secret = scene.server, scene.server.secret()
    if server.TOKENS_OUTLIVE_APPLICATION:
        return fault(scene, "a good token", "provider_misconfigured", server.delete_application,
                     server.make_application)

    def act():
        server.delete_application()
        show("a token", server.refresh(scene.tokens[GOOD], secret))
        await_("provider_misconfigured", lambda: "provider_misconfigured" in scene.conditions())
        rounds(1)
        server.make_application()
        show("made again", server.refresh(scene.tokens[GOOD], secret))
        await_("brake_on", lambda: scene.conditions() == ["brake_on"], patience=90)
        rounds(3)
    return watched(scene, [("began", "provider_misconfigured"), ("ended", "provider_misconfigured"),
                           ("began", "brake_on")], act)


ALL = [revoke, delete_user, never_was, stop_application, stop_server, break_secret, database_away,
       database_locked, old_backup, application_deleted]
