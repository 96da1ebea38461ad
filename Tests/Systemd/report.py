"""One line for each check, and the count of them."""


class Report:
    """Prints `ok` or `FAIL` for each check, with what was seen when it failed."""
    def __init__(self, label):
        self.label, self.passed, self.failed = label, 0, 0

    def check(self, what, holds, seen=""):
        if holds:
            self.passed += 1
            print(f"ok    {self.label}: {what}\n", end="", flush=True)
        else:
            self.failed += 1
            detail = [f"          {line[:400]}" for line in str(seen).strip().splitlines()[-25:]]
            print("\n".join([f"FAIL  {self.label}: {what}", *detail]) + "\n", end="", flush=True)
        return bool(holds)

    def equal(self, what, seen, wanted):
        return self.check(what, seen == wanted, f"seen {seen!r}, wanted {wanted!r}")
