"""The program jose-check, asked line by line."""
import base64
import json
import subprocess


def encode(data):
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    """The bytes of base64url with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class JOSECheck:
    """The program while it runs; `ask` sends one request and gives its answer."""

    def __init__(self, programs):
        self.process = subprocess.Popen(
            [f"{programs}/jose-check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)

    def ask(self, op, **members):
        """The answer; a request that was written wrongly is an exception."""
        members = {name: value for name, value in members.items() if value is not None}
        self.process.stdin.write(json.dumps({"op": op, **members}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"jose-check ended at {op}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{op}: {answer['error']}")
        return answer
