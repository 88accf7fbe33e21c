"""Where a log begins and ends, and which offset belongs to a time."""
import pytest
from confluent_kafka import KafkaException, TopicPartition
from confluent_kafka.admin import OffsetSpec
from librdkafka import ask, consume, consumer, create, produce, watermarks


def test_watermarks(node, topic):
    create(node, topic)
    assert watermarks(node, topic) == (0, 0)
    produce(node, topic, [b"x"] * 10)
    assert watermarks(node, topic) == (0, 10)


# The core opens no compressed batch: it answers with the batch's first offset, where Kafka finds the record.
CLOSED = pytest.mark.xfail(strict=True, reason="lookup by time inside of a compressed batch stops at its first record")
BASE = 1_600_000_000_000


def two_batches(node, topic, codec):
    create(node, topic)
    for first in (0, 50):
        stamps = [BASE + 10 * n for n in range(first, first + 50)]
        produce(node, topic, [b"x"] * 50, timestamps=stamps, compression_type=codec, linger_ms=300)


def offset_at(client, topic, stamp):
    found = client.offsets_for_times([TopicPartition(topic, 0, stamp)], timeout=20)[0]
    assert found.error is None
    return found.offset


@pytest.mark.parametrize("codec", ["none", pytest.param("zstd", marks=CLOSED)])
def test_offsets_for_times(node, topic, codec):
    two_batches(node, topic, codec)
    client = consumer(node)
    try:
        for after, offset in [(-BASE, 0), (0, 0), (1, 1), (250, 25), (495, 50), (990, 99), (991, -1)]:
            assert offset_at(client, topic, BASE + after) == offset, f"{after} ms after the first record"
    finally:
        client.close()


@pytest.mark.parametrize("codec", ["gzip", "snappy", "lz4", "zstd"])
def test_a_lookup_by_time_skips_no_record(node, topic, codec):
    """Wherever a consumer begins that asked for a time, it must come by the first record of that time."""
    two_batches(node, topic, codec)
    client = consumer(node)
    try:
        for after, offset, first in [(1, 1, 0), (495, 50, 50), (501, 51, 50), (990, 99, 50)]:
            assert first <= offset_at(client, topic, BASE + after) <= offset, f"{after} ms after the first record"
        assert offset_at(client, topic, BASE + 991) == -1
    finally:
        client.close()


def test_list_offsets(node, topic):
    create(node, topic)
    produce(node, topic, [b"x"] * 3, timestamps=[2000, 5000, 3000])
    part = TopicPartition(topic, 0)
    for spec, offset in [(OffsetSpec.earliest(), 0), (OffsetSpec.latest(), 3), (OffsetSpec.max_timestamp(), 1)]:
        assert ask(node, lambda admin: admin.list_offsets({part: spec})[part]).offset == offset


def test_an_offset_out_of_range(node, topic):
    create(node, topic)
    produce(node, topic, [b"a", b"b"])
    with pytest.raises(KafkaException, match="OUT_OF_RANGE|AUTO_OFFSET_RESET"):
        consume(node, topic, 1, offset=100, seconds=20, auto_offset_reset="error")
    assert [m.value() for m in consume(node, topic, 2, offset=100, auto_offset_reset="earliest")] == [b"a", b"b"]
