"""Short words for confluent-kafka, so that tests say what they mean."""
import time

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

# Tests wait for outcomes; a client that gives up later than the test hides them.
COMMON = {"log_level": 0, "socket.timeout.ms": 20000, "reconnect.backoff.ms": 20, "reconnect.backoff.max.ms": 200}


def ask(node, call):
    """Calls an admin client for one future, and returns its result: `ask(node, lambda admin: admin.x()[y])`."""
    # The client must outlive its answer, or the answer is that it was destroyed.
    client = AdminClient({"bootstrap.servers": node.address, **COMMON})
    return call(client).result(30)


def cluster(node, topic=None):
    """What metadata says, of one topic or of all."""
    client = AdminClient({"bootstrap.servers": node.address, **COMMON})
    return client.list_topics(topic, timeout=20) if topic else client.list_topics(timeout=20)


def create(node, topic, partitions=1, replicas=1, **config):
    """Creates a topic and waits until it can be written."""
    config = {key.replace("_", "."): str(value) for key, value in config.items()}
    ask(node, lambda admin: admin.create_topics([NewTopic(topic, partitions, replicas, config=config)])[topic])


def delete(node, topic):
    ask(node, lambda admin: admin.delete_topics([topic], operation_timeout=30)[topic])


def topics(node):
    """Names of all topics that are not internal."""
    return {name for name in cluster(node).topics if not name.startswith("__")}


def producer(node, **config):
    config = {key.replace("_", "."): value for key, value in config.items()}
    return Producer({"bootstrap.servers": node.address, "linger.ms": 5, "message.timeout.ms": 60000, **COMMON, **config})


def produce(node, topic, values, partition=0, keys=None, headers=None, timestamps=None, **config):
    """Produces the values and returns the offset that each was acknowledged with; any error fails."""
    with_client, offsets, errors = producer(node, **config), {}, []

    def done(n):
        return lambda error, message: errors.append(str(error)) if error else offsets.__setitem__(n, message.offset())

    for n, value in enumerate(values):
        more = {}
        if headers:
            more["headers"] = headers[n]
        if timestamps:
            more["timestamp"] = timestamps[n]
        while True:
            try:
                with_client.produce(topic, value, keys[n] if keys else None, partition, on_delivery=done(n), **more)
                break
            except BufferError:
                with_client.poll(0.1)
        with_client.poll(0)
    left = with_client.flush(60)
    assert not errors and not left, f"{len(errors)} not acknowledged ({errors[:3]}), {left} without an answer"
    return [offsets[n] for n in range(len(offsets))]


def consumer(node, topic=None, partition=0, offset=0, **config):
    """A consumer that was told what to read, and so needs no group."""
    config = {key.replace("_", "."): value for key, value in config.items()}
    made = Consumer({"bootstrap.servers": node.address, "group.id": "unused", "enable.auto.commit": False,
                     "enable.auto.offset.store": False, "enable.partition.eof": False, **COMMON, **config})
    if topic:
        made.assign([TopicPartition(topic, partition, offset)])
    return made


def consume(node, topic, count, partition=0, offset=0, seconds=60, **config):
    """The next `count` messages; fails if they do not come."""
    with_client, seen, end = consumer(node, topic, partition, offset, **config), [], time.monotonic() + seconds
    try:
        while len(seen) < count and time.monotonic() < end:
            for message in with_client.consume(count - len(seen), 1):
                if message.error():
                    raise KafkaException(message.error())
                seen.append(message)
    finally:
        with_client.close()
    assert len(seen) == count, f"{len(seen)} of {count} messages came within {seconds} s"
    return seen


def watermarks(node, topic, partition=0):
    with_client = consumer(node)
    try:
        return with_client.get_watermark_offsets(TopicPartition(topic, partition), timeout=20)
    finally:
        with_client.close()


__all__ = [name for name in dir() if not name.startswith("_")]
