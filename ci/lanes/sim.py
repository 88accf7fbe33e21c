"""Simulates whole nodes, clients and faults: sim [--seeds N] [--first S] [--seed S [--trace FILE]].

Unless one seed is replayed, one seed is also run twice, in two processes, and must leave the same trace byte for
byte: without that no failing seed could be replayed.
"""
import pathlib
import sys
import tempfile

from kit import cargo
from kit.run import Failed, say, sh, tee

# Any seed would do, of a cluster of three; this one is also among those that are judged.
TWICE = "6"


def same_trace(binary):
    """Fails unless two processes tell the same story of one seed."""
    with tempfile.TemporaryDirectory() as folder:
        traces = [pathlib.Path(folder, name) for name in ("first", "second")]
        for trace in traces:
            sh([binary, "--seed", TWICE, "--trace", trace], quiet=True)
        first, second = (trace.read_bytes() for trace in traces)
    if not first:
        raise Failed(f"seed {TWICE} left an empty trace: nothing was compared")
    if first != second:
        a, b = first.splitlines(), second.splitlines()
        at = next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        raise Failed(f"seed {TWICE} told two stories in two processes: their traces part at line {at + 1}:\n"
                     f"  {a[at:at + 1]}\n  {b[at:at + 1]}\nLook there for a clock, an address or an order that no seed decides")
    say(f"sim: seed {TWICE} left the same {len(first.splitlines())} lines of trace in two processes")


def main():
    arguments = sys.argv[1:]
    try:
        binary = cargo.build("highwater-sim", "madsim")
        if not {"--seed", "--help", "-h"} & {word.split("=")[0] for word in arguments}:
            same_trace(binary)
    except Failed as failed:
        say(f"sim: {failed}")
        print("sim: failed before any seed was judged")
        return 1
    code, _ = tee([binary, *arguments])
    return code


if __name__ == "__main__":
    sys.exit(main())
