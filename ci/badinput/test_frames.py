"""Hostile and broken bytes on the client port: the connection ends, with a reason in the log; others are served, and
the node never panics (each node is checked for that when its test ends)."""
import random
import socket
import struct

import pytest
from kit.node import eventually
from kit.process import memory_mb
from kit.wire import api_versions, connect, exactly, is_closed, reply, request, serves


@pytest.mark.parametrize("length", [0, -1, -(2**31), 2**31 - 1, 101 << 20], ids=str)
def test_hostile_lengths(node, length):
    bystander = connect(node)
    with connect(node) as s:
        s.sendall(struct.pack(">i", length))
        assert is_closed(s)
    api_versions(bystander)
    bystander.close()
    eventually("the log says why", lambda: f"a request's length is {length}, which is not from 1 to" in node.said())


def test_a_length_alone_claims_no_memory(node):
    """A hundred connections that announce 90 MiB each and send little."""
    serves(node)
    before = memory_mb(node.process.pid)
    claims = [connect(node) for _ in range(100)]
    try:
        for s in claims:
            s.sendall(struct.pack(">i", 90 << 20) + b"\0\0\0\x0b")
        # A frame of 90 MiB is more than may be in work at a time, and yet other clients must be served. Until they
        # are disconnected nothing else can tell that the node has read what was sent.
        after = memory_mb(node.process.pid)
    finally:
        for s in claims:
            s.close()
    serves(node)
    assert after - before < 64, f"memory grew from {before:.0f} to {after:.0f} MB"


@pytest.mark.parametrize("cut", [1, 3, 4, 6, 11, 17])
def test_half_a_request_then_gone(node, cut):
    whole = request(3, 1, struct.pack(">i", -1))
    with connect(node) as s:
        s.sendall(whole[:cut])
        s.shutdown(socket.SHUT_WR)
        assert is_closed(s)
    serves(node)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 9])
def test_a_frame_shorter_than_its_header(node, size):
    with connect(node) as s:
        s.sendall(struct.pack(">i", size) + b"\0\x03\0\x01\0\0\0\0\0"[:size])
        assert is_closed(s)
    serves(node)


@pytest.mark.parametrize("key", [-1, 4, 999, 32767])
def test_unknown_apis(node, key):
    with connect(node) as s:
        s.sendall(request(key, 0))
        assert is_closed(s)
    eventually("the log says why", lambda: f"api {key} is not served" in node.said())
    serves(node)


@pytest.mark.parametrize("key, version", [(0, 2), (0, 14), (1, 3), (1, 99), (3, 14), (3, -1), (19, 99)])
def test_unknown_versions(node, key, version):
    with connect(node) as s:
        s.sendall(request(key, version, b"\0" * 64))
        assert is_closed(s)
    serves(node)


@pytest.mark.parametrize("version", [6, 99, 32767])
def test_api_versions_of_the_future(node, version):
    """KIP-511: answered as version 0, with error 35 and the versions that would do; the connection stays open."""
    with connect(node) as s:
        s.sendall(request(18, version, b"\x05rust\x041.0\0", correlation=41, flexible=True))
        answer = reply(s)
        assert answer is not None, "the connection was closed"
        correlation, error, count = struct.unpack(">ihi", answer[:10])
        assert (correlation, error) == (41, 35)
        rows = [struct.unpack(">hhh", answer[10 + 6 * n:16 + 6 * n]) for n in range(count)]
        assert len(answer) == 10 + 6 * count, "the layout is not version 0"
        assert any(key == 18 and low == 0 and high >= 3 for key, low, high in rows)
        assert struct.unpack(">h", api_versions(s)[:2]) == (0,), "the connection must still serve"


def test_truncated_requests(node):
    """A frame whose length is right and whose body ends early, at every byte: each ends in a closed connection or an
    error, and never in a crash."""
    # Transactional id, acks, timeout, one topic, one partition, and its records.
    body = struct.pack(">hhii", -1, 1, 1000, 1) + struct.pack(">h", 5) + b"topic"
    body += struct.pack(">i", 1) + struct.pack(">ii", 0, 70) + bytes(70)
    for cut in range(len(body)):
        with connect(node) as s:
            s.sendall(request(0, 3, body[:cut]))
            assert is_closed(s), f"a produce of {cut} bytes"
    serves(node)


def test_a_refused_produce_that_wants_no_answer_ends_the_connection(node):
    """As in Kafka: nothing else tells a client with acks=0 that it sends its records to the wrong broker."""
    body = struct.pack(">hhii", -1, 0, 1000, 1) + struct.pack(">h", 7) + b"nowhere"
    body += struct.pack(">i", 1) + struct.pack(">ii", 0, 70) + bytes(70)
    with connect(node) as s:
        s.sendall(request(0, 3, body))
        assert is_closed(s)
    serves(node)


@pytest.mark.parametrize("count", [2**31 - 1, -2, 1_000_000])
def test_hostile_counts(node, count):
    """An array that claims more elements than the frame has bytes."""
    before = memory_mb(node.process.pid)
    with connect(node) as s:
        s.sendall(request(3, 1, struct.pack(">i", count) + b"\0" * 20))
        assert is_closed(s)
    assert memory_mb(node.process.pid) - before < 32
    serves(node)


@pytest.mark.parametrize("seed", range(8))
def test_garbage(node, seed):
    draw = random.Random(seed)
    for _ in range(40):
        with connect(node) as s:
            body = draw.randbytes(draw.randrange(1, 400))
            kind = draw.randrange(3)
            try:
                if kind == 0:
                    s.sendall(body)
                elif kind == 1:
                    s.sendall(struct.pack(">i", len(body)) + body)
                else:
                    s.sendall(request(draw.choice([0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 18, 19, 20, 22]), draw.randrange(0, 14), body))
                s.shutdown(socket.SHUT_WR)
                while exactly(s, 4096):
                    pass
            except (BrokenPipeError, ConnectionResetError, socket.timeout, OSError):
                pass
    serves(node)


def test_a_tls_client_and_an_http_client(node):
    tls, http = bytes.fromhex("16030100c8010000c40303") + bytes(200), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    for hello, name in ((tls, "TLS"), (http, "HTTP")):
        with connect(node) as s:
            s.sendall(hello)
            assert is_closed(s)
        eventually("the log says why", lambda: f"this looks like {name}" in node.said())
    serves(node)


def test_a_client_that_reads_nothing(node):
    """Its replies pile up: it must be held back, and others must not wait for it."""
    with connect(node) as s:
        s.settimeout(2)
        ask, sent = request(18, 0) * 1000, 0
        try:
            # Far more than socket buffers hold: the node stops reading when it cannot write.
            while sent < 64 << 20:
                sent += s.send(ask)
        except socket.timeout:
            pass
        assert sent < 64 << 20, "the node takes requests without end from a client that reads no reply"
        serves(node)
        assert memory_mb(node.process.pid) < 300


def test_requests_in_one_piece_are_answered_in_order(node):
    with connect(node) as s:
        s.sendall(b"".join(request(18, 0, correlation=n) for n in range(200)))
        for n in range(200):
            assert struct.unpack(">i", reply(s)[:4]) == (n,)


def test_a_request_byte_by_byte(node):
    with connect(node) as s:
        for byte in request(18, 0, correlation=3):
            s.sendall(bytes([byte]))
        assert struct.unpack(">i", reply(s)[:4]) == (3,)
