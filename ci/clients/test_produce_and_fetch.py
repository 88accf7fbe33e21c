"""What is produced is fetched: codecs, acks, headers, sizes, order."""
import os
import time

import pytest
from librdkafka import consume, consumer, create, produce, producer, watermarks

CODECS = ["none", "gzip", "snappy", "lz4", "zstd"]


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("idempotent", [False, True], ids=["plain", "idempotent"])
def test_codecs(node, topic, codec, idempotent):
    create(node, topic)
    values = [f"{codec} {n} ".encode() * 20 for n in range(1000)]
    offsets = produce(node, topic, values, **{"compression_type": codec, "enable_idempotence": idempotent})
    assert offsets == list(range(1000))
    seen = consume(node, topic, 1000)
    assert [m.value() for m in seen] == values
    assert [m.offset() for m in seen] == offsets


@pytest.mark.parametrize("acks", ["1", "all"])
def test_acks(node, topic, acks):
    create(node, topic)
    values = [str(n).encode() for n in range(500)]
    assert produce(node, topic, values, acks=acks) == list(range(500))
    assert [m.value() for m in consume(node, topic, 500)] == values


def test_acks_0_are_stored_though_nobody_says_so(node, topic):
    create(node, topic)
    values = [str(n).encode() for n in range(500)]
    produce(node, topic, values, acks=0)
    assert [m.value() for m in consume(node, topic, 500)] == values


def test_keys_headers_nulls_and_timestamps(node, topic):
    create(node, topic)
    values, keys = [b"a", None, b"", b"\x00\xff" * 50], [None, b"tombstone", b"", "ключ".encode()]
    headers = [[("h", b"1"), ("h", b"2")], [], [("null", None)], [("empty", b""), ("x" * 300, os.urandom(300))]]
    stamps = [1_600_000_000_000 + n for n in range(4)]
    produce(node, topic, values, keys=keys, headers=headers, timestamps=stamps)
    seen = consume(node, topic, 4)
    assert [m.value() for m in seen] == values
    assert [m.key() for m in seen] == keys
    assert [m.headers() or [] for m in seen] == headers
    assert [m.timestamp()[1] for m in seen] == stamps


def test_large_messages(node, topic):
    create(node, topic)
    values = [os.urandom(900_000) for _ in range(12)]
    produce(node, topic, values, message_max_bytes=1_000_000)
    # Small limits: a first batch that exceeds them must come whole all the same.
    assert [m.value() for m in consume(node, topic, 12, fetch_message_max_bytes=10_000)] == values
    assert [m.value() for m in consume(node, topic, 12)] == values


def test_a_message_above_the_limit_is_refused_and_the_next_is_taken(node, topic):
    create(node, topic, max_message_bytes=20_000)
    with pytest.raises(AssertionError, match="(?i)too large|larger"):
        produce(node, topic, [os.urandom(50_000)], message_max_bytes=1_000_000)
    assert produce(node, topic, [b"small"]) == [0]


def test_many_batches_over_partitions(node, topic):
    create(node, topic, partitions=5)
    sent = {p: [f"{p}:{n}".encode() for n in range(4000)] for p in range(5)}
    client, bad = producer(node, acks="all", enable_idempotence=True, linger_ms=2, batch_num_messages=50), []
    for n in range(4000):
        for p in range(5):
            client.produce(topic, sent[p][n], partition=p, on_delivery=lambda e, m: bad.append(e) if e else None)
        client.poll(0)
    assert client.flush(60) == 0 and not bad
    for p in range(5):
        assert [m.value() for m in consume(node, topic, 4000, partition=p)] == sent[p]
        assert watermarks(node, topic, p) == (0, 4000)


def test_from_the_middle_of_a_batch(node, topic):
    create(node, topic)
    values = [str(n).encode() for n in range(2000)]
    produce(node, topic, values, linger_ms=200, compression_type="lz4")
    for offset in (1, 777, 1999):
        seen = consume(node, topic, 2000 - offset, offset=offset)
        assert [m.value() for m in seen] == values[offset:]


def test_a_waiting_fetch_is_answered_at_once(node, topic):
    """A consumer that waits up to 10 s for data must have a record as soon as there is one."""
    create(node, topic)
    reader = consumer(node, topic, fetch_wait_max_ms=10_000, socket_timeout_ms=30_000)
    writer = producer(node, linger_ms=0)
    try:
        worst = 0
        for n in range(5):
            assert reader.poll(0.7) is None, "there was nothing to read"
            began = time.monotonic()
            writer.produce(topic, str(n), partition=0)
            assert writer.flush(20) == 0
            message = reader.poll(20)
            assert message is not None and message.value() == str(n).encode()
            worst = max(worst, time.monotonic() - began)
        # Generous for a busy machine, and far from the 10 s of a fetch that nobody wakes.
        assert worst < 2, f"a record took {worst:.2f} s to a consumer that waited for it"
    finally:
        reader.close()


def test_produce_to_a_partition_that_is_not_there(node, topic):
    create(node, topic)
    with pytest.raises(AssertionError, match="(?i)unknown partition"):
        produce(node, topic, [b"x"], partition=7, message_timeout_ms=5000)
