"""Three nodes: clients find leaders and coordinators wherever they are, through kills and orderly restarts."""
import shutil
import threading

import pytest
from confluent_kafka import Consumer, KafkaError, KafkaException
from librdkafka import ask, cluster as metadata, consume, create, delete, produce, producer, topics, watermarks

from kit.cluster import Cluster
from kit.node import eventually


@pytest.fixture
def three(binary, tmp_path):
    """A cluster of this test's own."""
    made = Cluster(binary, tmp_path, min_insync_replicas=2).start()
    try:
        yield made
        made.close()
    finally:
        made.kill()


def partitions(three, topic):
    return metadata(three, topic).topics[topic].partitions


def whole(three, topic):
    """Every partition has a leader and three in-sync replicas."""
    return all(p.leader in three.nodes and len(p.isrs) == 3 for p in partitions(three, topic).values())


def stored(three, topic):
    """All values of a topic of three partitions, sorted."""
    return sorted(m.value() for n in range(3) for m in consume(three, topic, watermarks(three, topic, n)[1], partition=n))


def test_every_node_takes_every_request(three, topic):
    """Who is not the controller sends the request on. The client may ask another node next, which learns a moment later."""
    for number, node in three.nodes.items():
        name = f"{topic}-{number}"
        create(node, name, partitions=3, replicas=3)
        eventually("the topic is there", lambda: name in topics(node))
        assert {p.leader for p in partitions(node, name).values()} == {1, 2, 3}
        delete(node, name)
        eventually("the topic is gone", lambda: name not in topics(node))
    assert len(metadata(three).brokers) == 3
    assert metadata(three).controller_id in three.nodes


def test_records_are_on_all_replicas(three, topic):
    """What was acknowledged is read from whoever leads, however often that changes."""
    create(three, topic, replicas=3)
    values = []
    for turn in range(3):
        new = [f"{turn}:{n}".encode() for n in range(500)]
        produce(three, topic, new, acks="all", enable_idempotence=True)
        values += new
        leader = partitions(three, topic)[0].leader
        three.nodes[leader].kill()
        eventually("another leads", lambda: partitions(three, topic)[0].leader not in (leader, -1))
        assert [m.value() for m in consume(three, topic, len(values))] == values
        three.nodes[leader].start()
        eventually("the replicas are in sync again", lambda: whole(three, topic), 60)
    assert watermarks(three, topic) == (0, len(values))


def test_a_replaced_disk_is_filled_again(three, topic):
    """Each node in turn comes back with nothing of what it had, journal of the metadata included."""
    create(three, topic, partitions=3, replicas=3)
    values = []
    for number, node in three.nodes.items():
        node.kill()
        shutil.rmtree(node.data)
        eventually("others lead", lambda: all(p.leader not in (number, -1) for p in partitions(three, topic).values()))
        new = [f"{number}:{n}".encode() for n in range(300)]
        produce(three, topic, new, number - 1, acks="all", enable_idempotence=True)
        values += new
        node.start()
        eventually("the replicas are in sync again", lambda: whole(three, topic), 60)
    assert stored(three, topic) == sorted(values), "each record is there once"


def test_a_rolling_restart_goes_unnoticed(three, topic):
    """Each node is stopped in an orderly way and started again under an idempotent producer."""
    create(three, topic, partitions=3, replicas=3)
    client = producer(three, enable_idempotence=True, acks="all", linger_ms=0, message_timeout_ms=120_000)
    acked, errors, stopped = [], [], threading.Event()

    def done(error, message):
        (errors if error else acked).append(str(error) if error else message.value())

    def run():
        for n in range(1_000_000):
            if stopped.is_set():
                return
            client.produce(topic, str(n).encode(), partition=n % 3, on_delivery=done)
            client.poll(0.005)

    load = threading.Thread(target=run)
    load.start()
    try:
        for node in three.nodes.values():
            before = len(acked)
            eventually("records are acknowledged", lambda: len(acked) > before + 100)
            node.stop()
            before = len(acked)
            eventually("others took over", lambda: len(acked) > before + 100)
            node.start()
            eventually("the replicas are in sync again", lambda: whole(three, topic), 60)
    finally:
        stopped.set()
        load.join()
    assert client.flush(60) == 0 and not errors
    assert stored(three, topic) == sorted(acked), "each record is there once"


def member(three, topic, group):
    client = Consumer({"bootstrap.servers": three.address, "group.id": group, "auto.offset.reset": "earliest", "log_level": 0,
                       "enable.auto.commit": False, "session.timeout.ms": 10_000, "reconnect.backoff.max.ms": 200})
    client.subscribe([topic])
    return client


def coordinator(three, group):
    """The coordinator's node; None if the client did not find out."""
    try:
        return ask(three, lambda admin: admin.describe_consumer_groups([group], request_timeout=3)[group]).coordinator.id
    except KafkaException as error:
        # librdkafka waits for a coordinator that died, and goes on waiting when metadata no longer lists it.
        if error.args[0].code() != KafkaError._TIMED_OUT:
            raise
        return None


def test_a_group_follows_its_coordinator(three, topic):
    """The coordinator's node is killed: the group goes on with another, from what was committed."""
    create(three, topic, partitions=2, replicas=3)
    seen, group = [], f"group-{topic}"
    client = member(three, topic, group)

    def read(count):
        def enough():
            got = [m.value() for m in client.consume(100, 0.2) if not m.error()]
            seen.extend(got)
            return len(seen) >= count
        eventually(f"{count} records are read", enough, 60)

    for turn in range(3):
        for number in range(2):
            produce(three, topic, [f"{turn}:{number}:{n}".encode() for n in range(50)], partition=number, acks="all")
        read(100 * (turn + 1))
        client.commit(asynchronous=False)
        victim = three.nodes[eventually("somebody coordinates", lambda: coordinator(three, group))]
        victim.kill()
        eventually("another coordinates", lambda: coordinator(three, group) not in (victim.number, -1, None), 60)
        victim.start()
        eventually("the replicas are in sync again", lambda: whole(three, topic), 60)
    client.close()
    assert len(seen) == len(set(seen)) == 300, "nothing was lost, and what was committed was not read again"
    # Another member begins where the first stopped.
    other = member(three, topic, group)
    produce(three, topic, [b"last"], partition=1, acks="all")
    last = []
    eventually("the last record is read", lambda: last.extend(other.consume(10, 0.5)) or last, 60)
    other.close()
    assert [m.value() for m in last] == [b"last"]
