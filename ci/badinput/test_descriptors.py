"""A node with next to no file descriptors: what it cannot open for now it opens later, and connections leave room for files."""
import time

import pytest
from kit.node import eventually
from kit.wire import batch, connect, produce, produced, reply
from librdkafka import create

PARTITIONS = 40
DESCRIPTORS = 64


@pytest.fixture
def poor(nodes):
    node = nodes("poor", start=False)
    rich = node.command
    node.command = lambda: ["sh", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "sh", *rich()]
    return node.start()


def takes(s, topic, partition):
    s.sendall(produce(topic, partition, batch(b"x"), 7))
    return produced(reply(s), topic)[1]


def test_more_connections_and_partitions_than_descriptors(poor, topic):
    with connect(poor) as s:
        create(poor, topic, PARTITIONS)
        assert [takes(s, topic, n) for n in range(PARTITIONS // 2)] == [0] * (PARTITIONS // 2)
        others = [connect(poor) for _ in range(2 * DESCRIPTORS)]
        try:
            time.sleep(0.2)
            assert [takes(s, topic, n) for n in range(PARTITIONS)] == [0] * PARTITIONS
        finally:
            for other in others:
                other.close()
        assert [takes(s, topic, n) for n in range(PARTITIONS)] == [0] * PARTITIONS
    assert "offline" not in poor.said()
    assert "few file descriptors" in poor.said()


def test_who_finds_no_place_gets_one_when_another_goes(poor, topic):
    others = [connect(poor) for _ in range(2 * DESCRIPTORS)]
    for other in others:
        other.close()

    def served():
        with connect(poor, 2) as s:
            return takes(s, topic, 0) in (0, 3)

    eventually("a place is free", served)
