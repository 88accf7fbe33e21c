"""Kafka's framing by hand: for what no well-behaved client sends."""
import socket
import struct

from kit.node import HOST


def connect(node, seconds=20):
    s = socket.create_connection((HOST, node.port), seconds)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return s


def request(key, version, body=b"", correlation=7, flexible=False):
    """A request with its length."""
    head = struct.pack(">hhi", key, version, correlation) + struct.pack(">h", 4) + b"test" + (b"\0" if flexible else b"")
    return struct.pack(">i", len(head) + len(body)) + head + body


def exactly(s, count):
    """That many bytes; fewer if the other side closes before."""
    got = b""
    while len(got) < count:
        try:
            new = s.recv(count - len(got))
        except ConnectionResetError:
            break
        if not new:
            break
        got += new
    return got


def reply(s):
    """The next reply without its length, or None if the connection was closed."""
    head = exactly(s, 4)
    return exactly(s, struct.unpack(">i", head)[0]) if len(head) == 4 else None


def is_closed(s):
    """Waits until the other side closes; false if it sends something or keeps the connection open."""
    try:
        return s.recv(1) == b""
    except ConnectionResetError:
        return True
    except socket.timeout:
        return False


def api_versions(s, version=0):
    """Asks for the versions, and demands an answer: the connection is alive."""
    s.sendall(request(18, version, correlation=99))
    answer = reply(s)
    assert answer is not None, "the connection was closed"
    assert answer[:4] == struct.pack(">i", 99), answer[:4]
    return answer[4:]


def serves(node):
    """Whether a new connection is served."""
    with connect(node) as s:
        error, = struct.unpack(">h", api_versions(s)[:2])
        assert error == 0
