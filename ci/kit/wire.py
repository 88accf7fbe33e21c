"""Kafka's framing by hand: for what no well-behaved client sends, and for requests that a trace can be searched for."""
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


def _table():
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
        yield n


TABLE = list(_table())


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def varint(n):
    """Zig-zag, as records have it."""
    n, out = n << 1 ^ n >> 63, b""
    while n > 0x7F:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


def batch(value, timestamp=1_600_000_000_000):
    """A record batch of one plain record."""
    record = b"\0" + varint(0) + varint(0) + varint(-1) + varint(len(value)) + value + varint(0)
    # Attributes, last offset delta, two times, producer id, epoch and sequence, count.
    checked = struct.pack(">hiqqqhii", 0, 0, timestamp, timestamp, -1, -1, -1, 1) + varint(len(record)) + record
    body = struct.pack(">ibI", 0, 2, crc32c(checked)) + checked
    return struct.pack(">qi", 0, len(body)) + body


def produce(topic, partition, records, correlation, acks=-1):
    """A produce request of version 3 with one batch."""
    name = topic.encode()
    body = struct.pack(">hhii", -1, acks, 30_000, 1) + struct.pack(">h", len(name)) + name
    body += struct.pack(">iii", 1, partition, len(records)) + records
    return request(0, 3, body, correlation)


def produced(answer, topic):
    """Correlation id, error and base offset of the reply to such a request."""
    at = 4 + 4 + 2 + len(topic.encode()) + 4
    error, offset = struct.unpack(">hq", answer[at + 4:at + 14])
    return struct.unpack(">i", answer[:4])[0], error, offset
