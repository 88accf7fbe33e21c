"""Topics come and go."""
import pytest
from confluent_kafka import KafkaException, TopicCollection
from kit.node import eventually
from librdkafka import ask, cluster, consume, consumer, create, delete, produce, topics, watermarks


def topic_id(node, topic):
    found = ask(node, lambda admin: admin.describe_topics(TopicCollection([topic]), request_timeout=20)[topic])
    return str(found.topic_id)


def test_create_and_list(node, topic):
    create(node, topic, partitions=3)
    listed = cluster(node)
    parts = listed.topics[topic].partitions
    assert sorted(parts) == [0, 1, 2]
    assert all(p.leader in listed.brokers and p.isrs == p.replicas == [p.leader] and p.error is None for p in parts.values())
    broker = next(iter(listed.brokers.values()))
    assert f"{broker.host}:{broker.port}" == node.address
    assert listed.cluster_id and listed.controller_id in listed.brokers


def test_a_name_that_is_taken(node, topic):
    create(node, topic)
    with pytest.raises(KafkaException, match="TOPIC_ALREADY_EXISTS"):
        create(node, topic)


@pytest.mark.parametrize("name", ["a b", "ä", "x" * 250, ".", "..", "a/b"])
def test_illegal_names(node, name):
    with pytest.raises(KafkaException, match="TOPIC_EXCEPTION|INVALID_TOPIC"):
        create(node, name)
    assert name not in topics(node)


def test_more_replicas_than_brokers(node, topic):
    with pytest.raises(KafkaException, match="INVALID_REPLICATION_FACTOR"):
        create(node, topic, replicas=3)
    assert topic not in topics(node)


def test_delete_what_is_not_there(node, topic):
    with pytest.raises(KafkaException, match="UNKNOWN_TOPIC"):
        delete(node, topic)


def test_auto_creation(node, topic):
    produce(node, topic, [b"first"], partition=-1, allow_auto_create_topics=True)
    assert topic in topics(node)
    assert sum(watermarks(node, topic, p)[1] for p in cluster(node, topic).topics[topic].partitions) == 1


def test_a_consumer_creates_nothing(node, topic):
    client = consumer(node, topic)
    try:
        # It asks for the topic's metadata again and again meanwhile.
        assert client.poll(3) is None
    finally:
        client.close()
    assert topic not in topics(node)


def test_delete_and_create_again(node, topic):
    create(node, topic)
    produce(node, topic, [b"old"] * 100)
    before = topic_id(node, topic)
    delete(node, topic)
    eventually(f"{topic} is gone", lambda: topic not in topics(node))
    create(node, topic)
    assert topic_id(node, topic) != before
    assert watermarks(node, topic) == (0, 0)
    assert produce(node, topic, [b"new"], enable_idempotence=True) == [0]
    assert [m.value() for m in consume(node, topic, 1)] == [b"new"]


def test_a_deleted_topic_stays_deleted(nodes, topic):
    node = nodes()
    create(node, topic, partitions=3)
    produce(node, topic, [b"x"] * 100)
    delete(node, topic)
    node.kill()
    node.start()
    assert topic not in topics(node)
    eventually("the folders are gone", lambda: not list(node.data.glob(f"{topic}-*")))
