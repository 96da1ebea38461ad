"""Installs what is shipped by the very lines of docs/install.md, so that page and test agree."""
import re

from guest import SOURCE, Trouble

PAGE = "docs/install.md"


class Page:
    """The numbered steps of the page: the commands of each, in order."""
    def __init__(self, project):
        with open(f"{project}/{PAGE}") as file:
            text = file.read()
        self.text = text
        self.steps = {
            int(number): body
            for number, body in re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", text, re.S | re.M)
        }

    def blocks(self, step):
        """The indented blocks of a step, their indent removed."""
        blocks, block = [], []
        for line in [*self.steps[step].splitlines(), ""]:
            if line.startswith("       "):
                block.append(line[7:])
            elif block:
                blocks.append("\n".join(block))
                block = []
        return blocks

    def commands(self, step):
        blocks = self.blocks(step)
        if not blocks:
            raise Trouble(f"{PAGE} has no commands in step {step}")
        return "\n".join(blocks)

    def packages(self):
        """The distribution's packages that the page says the programs need."""
        named = re.search(r"need\s+`([^`]*)`", self.text)
        if not named:
            raise Trouble(f"{PAGE} does not say which packages are needed")
        return named.group(1).split()


def run_step(guest, report, page, step, what):
    commands = page.commands(step)
    result = guest.run(f"set -e\ncd {SOURCE}\n{commands}")
    report.check(f"{PAGE}, step {step}: {what} ({len(commands.splitlines())} lines)",
                 result.returncode == 0, commands + "\n" + result.stdout + result.stderr)
    return result


def install(guest, report, page):
    """Programs, users, units, bus policy and the sealing key."""
    run_step(guest, report, page, 1, "the programs")
    missing = guest.run("ldd /usr/bin/credstated /usr/bin/credstate-hookd /usr/bin/credstatectl"
                        " /usr/bin/credstate-exec | grep 'not found'").stdout
    report.equal("the packages named there are all that the programs need", missing, "")
    run_step(guest, report, page, 2, "users, units, bus")
    run_step(guest, report, page, 3, "the sealing key")
    if not report.equal("the sealing key is not left in the clear",
                        guest.run("test ! -e /run/seal").returncode, 0):
        return
    # What `systemctl edit` would write.
    drop_in, = page.blocks(4)
    guest.write("/etc/systemd/system/credstated.service.d/override.conf", drop_in + "\n")
