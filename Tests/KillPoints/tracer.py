"""Runs a program under ptrace(2), counts its system calls over all threads, and kills it at one.

strace counts an injection for each thread by itself, so `when=N` never reaches the calls of a
quiet thread behind a busy one; this counts for the whole process. The kill comes at the entry of
the call: everything before it has happened, the call itself has not.

Usage: tracer.py CALLS N LOG [--store DB] -- PROGRAM ARGUMENT...
CALLS are names joined by commas, or `any`: every call from the first send on; N = 0 only counts.
LOG gets one JSON object a line.
"""
import ctypes
import json
import os
import platform
import signal
import sqlite3
import struct
import sys
import time

NUMBERS = {
    "x86_64": {
        "write": 1, "pwrite64": 18, "writev": 20, "sendto": 44, "sendmsg": 46, "clone": 56,
        "fork": 57, "vfork": 58, "execve": 59, "fsync": 74, "fdatasync": 75, "rename": 82,
        "unlink": 87, "clone3": 435, "ftruncate": 77, "read": 0, "recvfrom": 45, "recvmsg": 47,
    },
    "aarch64": {
        "write": 64, "pwrite64": 68, "writev": 66, "sendto": 206, "sendmsg": 211, "clone": 220,
        "execve": 221, "fsync": 82, "fdatasync": 83, "renameat": 38, "unlinkat": 35,
        "clone3": 435, "ftruncate": 46, "read": 63, "recvfrom": 207, "recvmsg": 212,
    },
}.get(platform.machine(), {})
NAMES = {number: name for name, number in NUMBERS.items()}

TRACEME, SYSCALL, SETOPTIONS, SYSCALL_INFO = 0, 24, 0x4200, 0x420E
TRACESYSGOOD, TRACECLONE, TRACEEXEC, EXITKILL = 1, 8, 16, 0x100000
WALL = 0x40000000
CLONE_THREAD = 0x10000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ptrace(request, pid, address=0, data=0):
    result = libc.ptrace(request, pid, address, data)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


class Tracer:
    def __init__(self, calls, when, log, store):
        self.any = calls == ["any"]
        self.calls, self.when, self.log, self.store = set(calls), when, log, store
        self.count, self.total, self.dirty, self.entered = 0, {}, False, {}
        self.syncs = 0
        self.busy = False
        self.buffer = ctypes.create_string_buffer(88)

    def say(self, **facts):
        facts["monotonic"] = time.monotonic()
        facts["time"] = time.time()
        self.log.write(json.dumps(facts) + "\n")
        self.log.flush()

    def run(self, command):
        self.pid = os.fork()
        if self.pid == 0:
            ptrace(TRACEME, 0)
            os.execvp(command[0], command)
        os.waitpid(self.pid, WALL)
        # Threads only: what a victim starts with vfork(2) or fork(2) runs untraced.
        ptrace(SETOPTIONS, self.pid, 0, TRACESYSGOOD | TRACECLONE | TRACEEXEC | EXITKILL)
        self.say(what="started", pid=self.pid)
        ptrace(SYSCALL, self.pid)
        status = self.loop()
        self.say(what="ended", status=status, count=self.count, total=self.total)
        return status

    def loop(self):
        while True:
            tid, status = os.waitpid(-1, WALL)
            if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                if tid == self.pid:
                    return os.waitstatus_to_exitcode(status)
                continue
            number = os.WSTOPSIG(status)
            deliver = 0
            if number == signal.SIGTRAP | 0x80:
                if self.turn(tid):
                    self.say(what="killed", count=self.count)
                    os.kill(self.pid, signal.SIGKILL)
                    continue
            elif number == signal.SIGTRAP and status >> 16:
                pass
            elif number == signal.SIGSTOP and tid not in self.entered:
                self.entered.setdefault(tid, None)  # a new thread's first stop
            else:
                deliver = number
            try:
                ptrace(SYSCALL, tid, 0, deliver)
            except ProcessLookupError:
                pass

    def turn(self, tid):
        """True when the call that is being entered is the one to die at."""
        try:
            ptrace(SYSCALL_INFO, tid, len(self.buffer), ctypes.addressof(self.buffer))
        except ProcessLookupError:
            return False
        operation = self.buffer.raw[0]
        if operation == 1:
            number, *arguments = struct.unpack_from("7Q", self.buffer.raw, 24)
            return self.enter(tid, NAMES.get(number), arguments)
        call = self.entered.get(tid)
        self.entered[tid] = None
        if call and call[0] == "fdatasync":
            self.dirty = False
            self.syncs += 1
        return False

    def enter(self, tid, name, arguments):
        self.entered[tid] = (name, arguments)
        if name is None and not self.any:
            return False
        if name in ("clone", "clone3") and self.is_thread(tid, name, arguments):
            name = "thread"
        self.total[name] = self.total.get(name, 0) + 1
        self.busy = self.busy or name in ("sendto", "sendmsg")
        if self.busy if self.any else name in self.calls:
            self.count += 1
            if self.count == self.when:
                self.say(what="point", call=name, thread=self.comm(tid),
                         target=self.target(arguments[0]),
                         store=self.snapshot() if self.store else None)
                return True
        if name == "pwrite64" and self.target(arguments[0]).endswith("-wal"):
            self.dirty = True
        if self.store and name in ("write", "writev", "sendto", "sendmsg"):
            self.observe(tid, name, arguments)
        return False

    def is_thread(self, tid, name, arguments):
        if name == "clone":
            return bool(arguments[0] & CLONE_THREAD)
        return bool(struct.unpack("Q", self.read(arguments[0], 8))[0] & CLONE_THREAD)

    def observe(self, tid, name, arguments):
        """Notes what is durable while bytes are about to leave the process."""
        target = self.target(arguments[0])
        if not target.startswith("socket:"):
            return
        self.say(what="send", call=name, thread=self.comm(tid), target=target, dirty=self.dirty,
                 syncs=self.syncs,
                 content=self.content(name, arguments).decode("latin-1"), store=self.snapshot())

    def snapshot(self):
        if not os.path.exists(self.store):
            return None
        try:
            base = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=0)
            try:
                claims = base.execute(
                    "SELECT count(*) FROM credentials WHERE claim_epoch IS NOT NULL").fetchone()[0]
                outstanding = base.execute(
                    "SELECT count(*) FROM grants WHERE status = 'outstanding'").fetchone()[0]
                events = base.execute("SELECT sequence, new_state FROM events").fetchall()
                ledger = base.execute("SELECT sequence, status, attempts FROM deliveries")
                return {"claims": claims, "outstanding": outstanding, "events": events, "deliveries": ledger.fetchall()}
            finally:
                base.close()
        except sqlite3.Error as error:
            return {"error": str(error)}

    def content(self, name, arguments):
        if name in ("write", "sendto"):
            return self.read(arguments[1], min(arguments[2], 4096))
        if name == "writev":
            vector, length = arguments[1], arguments[2]
        else:
            vector, length = struct.unpack("2Q", self.read(arguments[1] + 16, 16))
        parts = struct.iter_unpack("2Q", self.read(vector, 16 * min(length, 64)))
        return b"".join(self.read(base, min(size, 4096)) for base, size in parts if size)

    def read(self, address, size):
        with open(f"/proc/{self.pid}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            return memory.read(size)

    def comm(self, tid):
        with open(f"/proc/{self.pid}/task/{tid}/comm") as file:
            return file.read().strip()

    def target(self, number):
        try:
            return os.readlink(f"/proc/{self.pid}/fd/{number}")
        except OSError:
            return "?"


def possible():
    """Why a program cannot be traced here; None when it can."""
    if not NUMBERS:
        return f"the system call numbers of {platform.machine()} are not known"
    pid = os.fork()
    if pid == 0:
        try:
            ptrace(TRACEME, 0)
        except OSError as error:
            os._exit(error.errno)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return os.strerror(status) if status else None


def main(arguments):
    split = arguments.index("--")
    calls, when, log = arguments[:3]
    store = arguments[4] if arguments[3:4] == ["--store"] else None
    with open(log, "w") as file:
        status = Tracer(calls.split(","), int(when), file, store).run(arguments[split + 1:])
    sys.exit(137 if status < 0 else status)


if __name__ == "__main__":
    main(sys.argv[1:])
