"""The daemon against real OAuth servers: what they answer, and what follows for the users.

Usage: python3 Tests/Peers DIRECTORY-OF-THE-PROGRAMS [--server NAME] [--only CASE] [--keep]
Ends with 0 when nothing was found, 1 when something was (and names the folder with all logs), 2
when it was used wrongly; where a server's packages are not to be had it says NOT RUN, last, and
ends with 0.
"""
import argparse
import importlib
import os
import shutil
import signal
import sys
import traceback

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [f"{os.path.dirname(HERE)}/Running"]
from django_server import DjangoServer
from glewlwyd_introspection import GlewlwydIntrospection
from glewlwyd_server import GlewlwydServer
from openid_server import OpenIDServer
from programs import Trouble, adopt_orphans, await_, children
from scene import Scene


SERVERS = [DjangoServer, OpenIDServer, GlewlwydServer, GlewlwydIntrospection]


def why_not():
    """Why nothing can be shown here; None when it can."""
    for program in ("dbus-daemon", "openssl"):
        if not shutil.which(program):
            return f"there is no {program}"
    if not shutil.which("nginx") and not os.path.exists("/usr/sbin/nginx"):
        return "there is no nginx"
    return None


def perform(scene, only):
    """Runs every case; the number of complaints."""
    count = 0
    for case in importlib.import_module(scene.server.CASES).ALL:
        if only not in (None, case.__name__):
            continue
        print(f"{case.__doc__.strip()}", flush=True)
        complaints = scene.restart_daemon() + case(scene)
        for complaint in complaints:
            print(f"    FAILED {complaint}", flush=True)
        count += len(complaints)
    for complaint in scene.judge():
        print(f"FAILED {complaint}")
        count += 1
    return count


def left_behind():
    """What still runs of all that was started, as complaints; it is ended."""
    try:
        await_("the end of everything", lambda: not children(), patience=10)
    except Trouble:
        pass
    left = children()
    for pid in left:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return [f"{name} ({pid}) was left behind" for pid, name in left.items()]


def run(server, options):
    """All cases of one server; the number of complaints."""
    print(f"== {server.NAME}", flush=True)
    scene, failed = None, 1
    try:
        scene = Scene(options.programs, server)
        failed = perform(scene, options.only)
    except Exception as error:  # whatever it was, the logs are named
        if not isinstance(error, Trouble):
            traceback.print_exc()
        print(f"FAILED before it could be judged: {error}")
    finally:
        if scene:
            scene.end()
        for complaint in left_behind():
            print(f"FAILED {complaint}")
            failed += 1
    if failed or options.keep:
        print(f"the logs are in {scene.dir if scene else 'no folder'}")
    else:
        shutil.rmtree(scene.dir)
    return failed


def main():
    parser = argparse.ArgumentParser(prog="Peers", description=__doc__.split("\n")[0])
    parser.add_argument("programs", type=os.path.abspath)
    parser.add_argument("--server", choices=[server.NAME for server in SERVERS])
    parser.add_argument("--only", metavar="CASE", help="a function of the server's cases; all by itself")
    parser.add_argument("--keep", action="store_true", help="keep the logs")
    options = parser.parse_args()
    failed, reasons = 0, []
    adopt_orphans()
    for server in SERVERS:
        if options.server not in (None, server.NAME):
            continue
        reason = why_not() or server.why_not()
        if reason:
            reasons.append(f"NOT RUN: {server.NAME}: {reason}")
        else:
            failed += run(server, options)
    print(f"{failed} complaints", *reasons, sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
