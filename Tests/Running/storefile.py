"""The store's file, read beside the daemon or after its death."""
import os
import shutil
import sqlite3
import tempfile

KNOWN_FILES = {"store.db", "store.db-wal", "store.db-shm", "store.lock", "store.mark"}


def leftovers(directory):
    """What does not belong into a state directory."""
    return sorted(set(os.listdir(directory)) - KNOWN_FILES)


def query(path, sql):
    """Rows of the store, read beside the daemon; None when it cannot be read (yet), as when the
    daemon was killed while it made the log's index."""
    if not os.path.exists(path):
        return None
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)
    try:
        return base.execute(sql).fetchall()
    except sqlite3.OperationalError:
        return None
    finally:
        base.close()


def snapshot(directory, sql, scratch):
    """Rows of the store of a dead daemon, as a restart would find them; the files stay."""
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        for name in ("store.db", "store.db-wal"):
            if os.path.exists(f"{directory}/{name}"):
                shutil.copy(f"{directory}/{name}", f"{folder}/{name}")
        base = sqlite3.connect(f"{folder}/store.db")
        try:
            return base.execute(sql).fetchall()
        finally:
            base.close()
