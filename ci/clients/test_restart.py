"""What was acknowledged is there after a restart, in order and once; ids and ends too."""
import pytest
from librdkafka import consume, create, produce, producer, watermarks
from test_topics import topic_id


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_everything_is_still_there(nodes, topic, how):
    node = nodes()
    create(node, topic, partitions=2)
    before, values = topic_id(node, topic), []
    for turn in range(3):
        new = [f"{turn}:{n}".encode() for n in range(1000)]
        first = produce(node, topic, new, acks="all", enable_idempotence=True, compression_type=["none", "gzip", "zstd"][turn])[0]
        assert first == len(values), "the next offset follows the last"
        values += new
        getattr(node, how)()
        node.start()
        assert topic_id(node, topic) == before
        assert watermarks(node, topic, 0) == (0, len(values))
        assert watermarks(node, topic, 1) == (0, 0)
        assert [m.value() for m in consume(node, topic, len(values))] == values


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_an_idempotent_producer_goes_on(nodes, topic, how):
    """The producer's sequence numbers go on over the restart: the node must remember them."""
    node = nodes()
    create(node, topic)
    client, errors, acked = producer(node, enable_idempotence=True, linger_ms=0, message_timeout_ms=120_000), [], []

    def done(error, message):
        (errors if error else acked).append(str(error) if error else message.value())

    for turn in range(4):
        for n in range(200):
            client.produce(topic, f"{turn}:{n}", partition=0, on_delivery=done)
        assert client.flush(60) == 0
        getattr(node, how)()
        node.start()
    assert not errors
    sent = [f"{turn}:{n}".encode() for turn in range(4) for n in range(200)]
    assert acked == sent
    assert [m.value() for m in consume(node, topic, 800)] == sent
    assert watermarks(node, topic) == (0, 800)


def test_a_start_without_a_clean_stop_is_as_good_as_one(nodes, topic):
    """Killed right after its start, again and again, it loses nothing."""
    node = nodes()
    create(node, topic)
    produce(node, topic, [b"kept"] * 10)
    for _ in range(5):
        node.kill()
        node.start()
    assert watermarks(node, topic) == (0, 10)
