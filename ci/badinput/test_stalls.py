"""Clients that stop in the middle of something: what they hold up is theirs alone, and they are let go of."""
import pathlib
import socket
import struct
import time

import pytest
from kit.node import HOST, eventually, steady_port
from kit.process import memory_mb
from kit.wire import api_versions, batch, connect, is_closed, produce, produced, reply, request

MB = 1 << 20


@pytest.fixture
def stalled(node):
    """Opens connections that send the first bytes of a produce of some size, and no more: `stalled(count, size, sent)`."""
    open_now = []

    def stall(count, size, sent, first=b""):
        head = request(0, 3, bytes(64))
        head = struct.pack(">i", size) + head[4:]
        for _ in range(count):
            s = connect(node)
            open_now.append(s)
            if first:
                s.sendall(first)
                assert reply(s) is not None
            s.sendall(head + bytes(sent - len(head)))
        return open_now

    yield stall
    for s in open_now:
        s.close()


def one_record(node, topic, size, seconds):
    """A produce of a record of that size is answered in time, and without an error."""
    with connect(node, seconds) as s:
        s.sendall(produce(topic, 0, batch(bytes(size)), 7))
        try:
            answer = reply(s)
        except socket.timeout:
            pytest.fail(f"no answer to a produce of {size} bytes within {seconds} s")
        assert produced(answer, topic)[1] == 0


@pytest.fixture
def made(node, topic):
    """A topic that is there."""
    name = topic.encode()
    with connect(node) as s:
        s.sendall(request(3, 4, struct.pack(">ih", 1, len(name)) + name + b"\x01"))
        assert reply(s) is not None
    eventually("the topic takes records", lambda: takes_records(node, topic))
    return topic


def takes_records(node, topic):
    with connect(node) as s:
        s.sendall(produce(topic, 0, batch(b"x"), 1))
        return produced(reply(s), topic)[1] == 0


def fetch(topic, wait_ms, size):
    """A fetch of version 7 from the end of a topic of one record, of that size: it forgets topics that it never named."""
    name, forgotten = topic.encode(), struct.pack(">h", 30_000) + bytes(b"x" * 30_000) + struct.pack(">i", 0)
    body = struct.pack(">iiiibii", -1, wait_ms, 1 << 30, 1 << 30, 0, 0, -1)
    body += struct.pack(">ih", 1, len(name)) + name + struct.pack(">iiqqi", 1, 0, 1, 0, 1 << 20)
    count = size // len(forgotten)
    return request(1, 7, body + struct.pack(">i", count) + forgotten * count)


def serves_all(node, topic):
    """Small requests at once, large ones once those that stand still have been given up."""
    with connect(node, 2) as s:
        api_versions(s)
    one_record(node, topic, 1000, seconds=2)
    one_record(node, topic, 800_000, seconds=20)


def test_many_that_stop_inside_a_request(node, made, stalled):
    """What a cut network leaves of a fleet that was sending: each had sent one before."""
    stalled(90, MB, MB // 2, first=produce(made, 0, batch(bytes(MB - 1000)), 1))
    serves_all(node, made)


def test_one_that_stops_inside_a_huge_request(node, made, stalled):
    """It has sent one as large before, so that it has shown what it needs."""
    stalled(1, 70 * MB, 35 * MB, first=fetch(made, 0, 70 * MB))
    serves_all(node, made)


def test_unfinished_requests_are_bounded(node, made, stalled):
    """The node takes no more of them than it has room for, whoever sends: senders wait, or are given up."""
    before = memory_mb(node.process.pid)
    open_now = []
    try:
        for _ in range(8):
            s = connect(node, 1)
            open_now.append(s)
            try:
                s.sendall(struct.pack(">i", 95 * MB) + request(0, 3)[4:] + bytes(90 * MB))
            except (socket.timeout, ConnectionError):
                pass
        after = memory_mb(node.process.pid)
        serves_all(node, made)
    finally:
        for s in open_now:
            s.close()
    assert after - before < 300, f"memory grew from {before:.0f} to {after:.0f} MB"


def test_long_polls_hold_no_room(node, made):
    """A fetch that waits is no request in work."""
    polls = []
    try:
        for _ in range(10):
            polls.append(connect(node))
            polls[-1].sendall(fetch(made, 60_000, 7 * MB))
        serves_all(node, made)
        # They do wait: what is answered at once holds nothing up.
        polls[0].settimeout(0.2)
        with pytest.raises(socket.timeout):
            polls[0].recv(1)
    finally:
        for s in polls:
            s.close()


@pytest.fixture
def impatient(nodes, tmp_path):
    """A node that closes connections that are idle for two seconds."""
    node = nodes(start=False)
    config = tmp_path / "server.properties"
    node.port = steady_port()
    config.write_text(f"node.id=1\nlog.dirs={node.data}\nlisteners=PLAINTEXT://{HOST}:{node.port}\nconnections.max.idle.ms=2000\n")
    node.command = lambda: [node.binary, "start", "--config", str(config)]
    return node.start()


def test_idle_connections_are_closed(impatient):
    with connect(impatient, 15) as idle, connect(impatient, 15) as asked, connect(impatient, 15) as busy:
        api_versions(asked)
        for _ in range(10):
            time.sleep(0.5)
            api_versions(busy)
        assert is_closed(idle)
        assert is_closed(asked)
        api_versions(busy)


def timers(port):
    """The kernel's timer of each established connection to this local port: 2 is keepalive."""
    rows = (line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:])
    return [row[5].split(":")[0] for row in rows if int(row[1].split(":")[1], 16) == port and row[3] == "01"]


def test_peers_that_vanish_are_noticed(node):
    """The kernel asks an idle peer whether it is still there."""
    with connect(node) as s:
        api_versions(s)
        eventually("keepalive is on", lambda: "02" in timers(node.port), seconds=10)
