"""Reads what strace saw of a node, and judges it: is each reply to a produce sent after its record was synced?

Why the order of lines can be trusted: strace holds a thread at the entry of a call until it has noted the entry, and
at its end until it has noted the end. So a call began after its first line and was over before its last one, and a
thread cannot tell another of its call before that line is there.
"""
import dataclasses
import pathlib
import re

CALLS = ("write,writev,pwrite64,pwritev,pwritev2,fdatasync,fsync,sync_file_range,syncfs,sendto,sendmsg,sendmmsg,"
         "openat,rename,renameat,renameat2")


def command(file):
    """strace as a wrapper of a node's command. `-D`: the node itself stays our child, so that it can be told to stop."""
    # -xx: strings in hexadecimal, so that nothing has to be unescaped; -yy: paths and sockets in place of numbers.
    return ["strace", "-D", "-f", "-yy", "-v", "-xx", "-s", "8192", "-o", str(file), "-e", f"trace={CALLS}", "-e", "signal=none"]


@dataclasses.dataclass
class Call:
    """One call, with the numbers of the lines of its entry and of its end."""
    name: str
    text: str
    began: int
    ended: int
    result: int

    @property
    def target(self):
        """Path or socket of the descriptor that it was given first."""
        found = re.match(r"\w+\((?:AT_FDCWD|\d+)<(.*?)>(?:[,)]|\(deleted\))", self.text)
        return plain(found[1]) if found else ""

    @property
    def data(self):
        """The bytes of all its strings."""
        return b"".join(bytes.fromhex(m.replace("\\x", "")) for m in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', self.text))


def plain(text):
    """strace escapes paths too."""
    return re.sub(r"\\x([0-9a-f]{2})", lambda m: chr(int(m[1], 16)), text)


LINE = re.compile(r"^(\d+) +(.*)$")
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$")
RESULT = re.compile(r"\) += +(-?\d+|\?)")


def calls(text):
    """Every finished call of a trace, in the order of their ends. An unfinished one proves nothing and is left out."""
    open_calls = {}
    for number, line in enumerate(text.splitlines()):
        parts = LINE.match(line)
        if not parts or parts[2].startswith(("+++", "---")):
            continue
        thread, said = parts[1], parts[2]
        began = number
        if resumed := RESUMED.match(said):
            began, head = open_calls.pop(thread)
            said = head + resumed[2]
        if said.rstrip().endswith("<unfinished ...>"):
            open_calls[thread] = (began, said.rstrip().removesuffix("<unfinished ...>").rstrip())
            continue
        result = None
        for result in RESULT.finditer(said):
            pass
        if result is None:
            raise ValueError(f"line {number + 1} of the trace is not understood: {line[:200]}")
        value = -1 if result[1] == "?" else int(result[1])
        yield Call(said.split("(", 1)[0], said, began, number, value)


SYNCS = {"fsync", "fdatasync"}
WRITES = {"write", "writev", "pwrite64", "pwritev", "pwritev2"}
SENDS = {"write", "writev", "sendto", "sendmsg", "sendmmsg"}


@dataclasses.dataclass
class Verdict:
    """What became of each reply."""
    replies: int = 0
    synced: int = 0
    syncs: int = 0
    faults: list = dataclasses.field(default_factory=list)


def judge(text, acknowledged):
    """Judges a trace. `acknowledged`: bytes that the record has -> bytes that the reply has, both nowhere else."""
    every = list(calls(text))
    syncs = [c for c in every if c.name in SYNCS and c.result == 0]
    to_files = [c for c in every if c.name in WRITES and c.result > 0 and c.target.startswith("/")]
    to_peers = [c for c in every if c.name in SENDS and c.result > 0 and c.target.startswith("TCP")]
    created = [c for c in every if c.name == "openat" and c.result >= 0 and "O_EXCL" in c.text]
    verdict = Verdict(syncs=len(syncs))
    for record, reply in acknowledged.items():
        sends = [c for c in to_peers if reply in c.data]
        if not sends:
            verdict.faults.append(f"{record!r}: no reply in the trace, though the client had one")
            continue
        verdict.replies += 1
        fault = reply_fault(record, sends[0], to_files, syncs, created)
        if fault:
            verdict.faults.append(f"{record!r}: {fault}")
        else:
            verdict.synced += 1
    return verdict


def reply_fault(record, reply, to_files, syncs, created):
    """Why the reply came too early, or None."""
    writes = [c for c in to_files if record in c.data and c.ended < reply.began]
    if not writes:
        return "the reply was sent before the record was written"
    for write in writes:
        if not any(s.target == write.target and write.ended < s.began and s.ended < reply.began for s in syncs):
            continue
        made = next((c for c in created if path_of(c) == write.target), None)
        folder = str(pathlib.PurePath(write.target).parent)
        if made and not any(s.target == folder and made.ended < s.began and s.ended < reply.began for s in syncs):
            return f"the reply was sent before the folder of the new file {write.target} was synced"
        return None
    return f"the reply was sent before a sync of {writes[0].target} that began after the write had ended"


def path_of(opened):
    """The path that an openat opened."""
    result = re.search(r"\) += +\d+<(.*)>\s*$", opened.text)
    return plain(result[1]) if result else ""
