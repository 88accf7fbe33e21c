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


@pytest.mark.parametrize("codec", ["none", "zstd"])
def test_offsets_for_times(node, topic, codec):
    create(node, topic)
    base = 1_600_000_000_000
    # Two batches; the record that is looked for lies inside of one.
    for first in (0, 50):
        produce(node, topic, [b"x"] * 50, timestamps=[base + 10 * n for n in range(first, first + 50)], compression_type=codec, linger_ms=300)
    client = consumer(node)
    try:
        for stamp, offset in [(0, 0), (base, 0), (base + 1, 1), (base + 250, 25), (base + 495, 50), (base + 990, 99)]:
            found = client.offsets_for_times([TopicPartition(topic, 0, stamp)], timeout=20)[0]
            assert found.error is None and found.offset == offset, f"at {stamp - base} ms"
        beyond = client.offsets_for_times([TopicPartition(topic, 0, base + 991)], timeout=20)[0]
        assert beyond.offset == -1
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
