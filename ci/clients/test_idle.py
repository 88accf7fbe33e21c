"""A node that has nothing to do: what it needs for itself."""
import pathlib
import re
import time

from kit.process import memory_mb

SECONDS = 3


def wakeups(node):
    """How often its threads have fallen asleep so far."""
    threads = pathlib.Path(f"/proc/{node.process.pid}/task").iterdir()
    asleep = (re.search(r"^voluntary_ctxt_switches:\s+(\d+)", (thread / "status").read_text(), re.M) for thread in threads)
    return sum(int(found[1]) for found in asleep)


def test_a_new_node_is_small(nodes):
    # Of its own it had 0.6 MB when this was written; a table of statistics that nobody read once took 26 MB.
    assert memory_mb(nodes().process.pid, "RssAnon") < 4


def test_a_node_sleeps(nodes):
    node = nodes()
    # What follows a start may go on for a moment. That time passes is what is looked at.
    time.sleep(SECONDS)
    before = wakeups(node)
    time.sleep(SECONDS)
    a_second = (wakeups(node) - before) / SECONDS
    assert a_second < 10, f"{a_second:.1f} wakeups a second"
