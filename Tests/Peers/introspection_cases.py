"""What is done to a server that is asked by introspection: it reads on where others must write."""
import cases
from cases import GOOD, rounds, show, watched


def unnoticed(scene, title, begin, end):
    """What is no fault for who only reads: nobody changes and no condition is told."""
    def act():
        begin()
        show(title, scene.server.refresh(scene.tokens[GOOD]))
        rounds(2)
        end()
        rounds(1)
    return watched(scene, [], act)


def database_away(scene):
    """The server's database file is away: it reads on from the one that it has open"""
    server = scene.server
    return unnoticed(scene, "a good token", server.hide_database, server.bring_database_back)


ALL = [cases.revoke, cases.delete_user, cases.never_was, cases.stop_application,
       cases.stop_server, cases.break_secret, database_away, cases.database_locked,
       cases.old_backup, cases.application_deleted]
