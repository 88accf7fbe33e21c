"""What a node costs, beside a real Kafka on the same machine: bench [--rounds N] [--scale X] [--kafka VERSION] [--flush os]
[--profile].

The two are loaded in turns (A B A B), and compared by medians and ratios: absolute figures do not carry from one
machine, or hour, to another. Not part of the test command.

Highwater runs with its default, an acknowledged record is synced, and Kafka with its own, which leaves that to the
operating system; `--flush os` puts them on a par. `--profile` loads Highwater once more under `perf`, and says where its
time goes.
"""
import argparse
import pathlib
import tempfile
import time

from kit import cargo
from kit.cache import inside
from kit.kafka.broker import Broker
from kit.load import Load
from kit.node import Node, steady_port
from kit.profile import sampled, summary
from kit.run import Failed, lane, say

WORK = ("idle", "produce", "small", "consume", "single")


def started(what):
    """Starts it; returns it, and the milliseconds that took."""
    began = time.monotonic()
    what.start()
    return what, (time.monotonic() - began) * 1e3


def table(loads):
    ours, theirs = (load.medians() for load in loads)
    print(f"{'':24}{loads[0].label:>16}{loads[1].label:>16}{'ratio':>8}")
    for name in ours:
        ratio = f"{ours[name] / theirs[name]:8.2f}" if theirs[name] else " " * 8
        print(f"{name:24}{ours[name]:16.1f}{theirs[name]:16.1f}{ratio}")
    return ours, theirs


def profiled(load, works):
    """Rows of a profile for each kind of work. It is measured apart: sampling costs time, too."""
    apart = Load(load.label, load.port, load.pid, load.scale)
    return {work: sampled(load.pid, getattr(apart, work)) for work in works if work != "idle"}


def bench(given):
    # What is measured is the build that people run.
    binary = cargo.build("highwater", profile="release")
    with tempfile.TemporaryDirectory(prefix="highwater-bench-") as folder:
        node = Node(binary, pathlib.Path(folder, "node"), steady_port(), ["--flush", given.flush, "--log", "warn"])
        kafka = Broker(given.kafka, pathlib.Path(folder, "kafka"))
        try:
            starts = [started(node)[1], started(kafka)[1]]
            loads = [Load(f"highwater/{given.flush}", node.port, node.process.pid, given.scale),
                     Load(f"kafka {given.kafka}", kafka.port, kafka.process.pid, given.scale)]
            for load, start in zip(loads, starts):
                load.add("start ms", start)
            for n in range(given.rounds):
                for work in given.work.split(","):
                    # Idle is what has not worked yet.
                    for load in loads if n == 0 or work != "idle" else ():
                        getattr(load, work)()
                say(f"  round {n + 1} of {given.rounds} done")
            profiles = profiled(loads[0], given.work.split(",")) if given.profile else {}
        finally:
            kafka.close()
            if node.is_up():
                node.kill()
        node.close()
    for work, rows in profiles.items():
        print("\n  ".join([f"{work}:", *summary(rows)]))
    ours, theirs = table(loads)
    ratio = {name.replace(" ", "_").replace("/", "_per_"): f"{ours[name] / theirs[name]:.3f}"
             for name in ours if "CPU" in name and "%" not in name and theirs[name]}
    if not ratio:
        raise Failed("nothing was measured: name some of " + ",".join(WORK))
    return {"rounds": given.rounds, "flush": given.flush} | ratio


if __name__ == "__main__":
    inside(pathlib.Path(__file__).resolve())
    parser = argparse.ArgumentParser(prog="ci/lane bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1, help="size of the loads")
    parser.add_argument("--kafka", default="4.4.0", help="release to compare with")
    parser.add_argument("--flush", default="sync", choices=["sync", "os"])
    parser.add_argument("--profile", action="store_true", help="also say where the time goes")
    parser.add_argument("--work", default=",".join(WORK), help="loads, in their order; consume reads what produce wrote")
    given = parser.parse_args()
    lane("bench", lambda: bench(given))
