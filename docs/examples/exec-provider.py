#!/usr/bin/env python3
"""A program for a provider of kind exec: the users are the lines of a file.

Each line is a user ID, a blank and "active" or "gone". Who is not in the file is not_found.

    [provider.directory]
    kind = "exec"
    command = ["/usr/local/libexec/credstate/exec-provider.py", "/etc/myservice/users"]
    clients = ["intranet"]
"""

import json
import sys


def say(message):
    """One line for the daemon, at once."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def users(path):
    """Who is in the file, read anew for each line of looks."""
    with open(path, encoding="utf-8") as file:
        pairs = (line.rstrip("\n").rpartition(" ") for line in file)
        return {subject: state for subject, _, state in pairs}


def answer(subject, known):
    """What is known of a user."""
    if subject not in known:
        return "not_found"
    return "authorized" if known[subject] == "active" else "not_linked"


def main(path):
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "hello", "version": 1})
            continue
        try:
            known = users(path)
        except OSError as error:
            # A failure of ours says nothing about anybody.
            print(f"{path}: {error.strerror}", file=sys.stderr, flush=True)
            for look in message["looks"]:
                say({"type": "result", "id": look["id"], "answer": "transient"})
            continue
        for look in message["looks"]:
            say({"type": "result", "id": look["id"], "answer": answer(look["subject"], known)})


if __name__ == "__main__":
    main(sys.argv[1])
