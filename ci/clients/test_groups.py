"""Consumer groups: members share partitions, take over from each other, and go on where a group left off."""
import subprocess
import sys
import uuid

import pytest
from confluent_kafka import Consumer, KafkaException, TopicPartition
from kit.node import eventually
from librdkafka import COMMON, ask, create, produce


@pytest.fixture
def group():
    return f"group-{uuid.uuid4().hex[:6]}"


def member(node, group, **config):
    config = {key.replace("_", "."): value for key, value in config.items()}
    return Consumer({"bootstrap.servers": node.address, "group.id": group, "enable.auto.commit": False,
                     "auto.offset.reset": "earliest", "session.timeout.ms": 6000, "heartbeat.interval.ms": 300, **COMMON, **config})


def fill(node, topic, partitions, each, first=0):
    for partition in range(partitions):
        produce(node, topic, [f"{partition}:{n}".encode() for n in range(first, first + each)], partition=partition)


def poll(client, into, seconds=0.2):
    for message in client.consume(500, seconds):
        if message.error():
            raise KafkaException(message.error())
        into.append((message.partition(), message.offset()))


def read(client, count):
    """The next `count` messages of this member."""
    seen = []
    eventually(f"{count} messages", lambda: poll(client, seen) or len(seen) >= count, 60)
    return seen


def assigned(client):
    return {part.partition for part in client.assignment()}


def committed(client, topic, partitions):
    return [part.offset for part in client.committed([TopicPartition(topic, p) for p in range(partitions)], timeout=20)]


def test_one_member_reads_everything(node, topic, group):
    create(node, topic, partitions=3)
    fill(node, topic, 3, 200)
    client = member(node, group)
    client.subscribe([topic])
    seen = read(client, 600)
    assert sorted(seen) == [(p, n) for p in range(3) for n in range(200)]
    client.close()


@pytest.mark.parametrize("strategy", ["range", "roundrobin", "cooperative-sticky"])
def test_two_members_share(node, topic, group, strategy):
    create(node, topic, partitions=4)
    first, second = (member(node, group, partition_assignment_strategy=strategy) for _ in range(2))
    seen = []
    first.subscribe([topic])
    eventually("the first has all", lambda: poll(first, seen) or assigned(first) == {0, 1, 2, 3})
    second.subscribe([topic])
    eventually("each has two", lambda: poll(first, seen) or poll(second, seen) or
               (len(assigned(first)) == len(assigned(second)) == 2 and not assigned(first) & assigned(second)), 60)
    fill(node, topic, 4, 50)
    eventually("all is read", lambda: poll(first, seen) or poll(second, seen) or len(seen) >= 200, 60)
    assert sorted(seen) == [(p, n) for p in range(4) for n in range(50)]
    second.close()
    eventually("the first has all again", lambda: poll(first, seen) or assigned(first) == {0, 1, 2, 3}, 60)
    first.close()


def test_a_member_that_vanishes_is_replaced(node, topic, group):
    """It does not say goodbye: its session has to run out."""
    create(node, topic, partitions=2)
    # A process of its own, that can be killed.
    program = ("import sys; from confluent_kafka import Consumer; c = Consumer(eval(sys.argv[1])); c.subscribe([sys.argv[2]])\n"
               "while True:\n  c.poll(0.1)\n  if len(c.assignment()) == 2: print('has all', flush=True); break\n"
               "while True: c.poll(0.1)")
    config = {"bootstrap.servers": node.address, "group.id": group, "session.timeout.ms": 6000, "heartbeat.interval.ms": 300, "log_level": 0}
    lost = subprocess.Popen([sys.executable, "-c", program, repr(config), topic], stdout=subprocess.PIPE, text=True)
    try:
        assert lost.stdout.readline() == "has all\n"
    finally:
        lost.kill()
        lost.wait()
        lost.stdout.close()
    heir, seen = member(node, group), []
    heir.subscribe([topic])
    eventually("the heir has all", lambda: poll(heir, seen) or assigned(heir) == {0, 1}, 60)
    heir.close()


def test_commits_are_where_the_next_member_begins(node, topic, group):
    create(node, topic, partitions=2)
    fill(node, topic, 2, 100)
    client = member(node, group)
    client.subscribe([topic])
    read(client, 200)
    client.commit(offsets=[TopicPartition(topic, 0, 40, metadata="m"), TopicPartition(topic, 1, 70)], asynchronous=False)
    assert committed(client, topic, 2) == [40, 70]
    client.close()
    heir = member(node, group)
    heir.subscribe([topic])
    assert sorted(read(heir, 90)) == [(0, n) for n in range(40, 100)] + [(1, n) for n in range(70, 100)]
    heir.close()


def test_a_group_that_committed_nothing(node, topic, group):
    create(node, topic)
    client = member(node, group)
    assert committed(client, topic, 1) == [-1001], "OFFSET_INVALID: nothing was committed"
    client.close()


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_commits_outlive_a_restart(nodes, topic, group, how):
    node = nodes()
    create(node, topic, partitions=2)
    fill(node, topic, 2, 100)
    for turn in range(3):
        client = member(node, group)
        client.subscribe([topic])
        seen = read(client, 2 * (100 - 20 * turn))
        assert sorted(seen) == [(p, n) for p in range(2) for n in range(20 * turn, 100)]
        client.commit(offsets=[TopicPartition(topic, p, 20 * (turn + 1)) for p in range(2)], asynchronous=False)
        client.close()
        getattr(node, how)()
        node.start()
        reader = member(node, group)
        assert committed(reader, topic, 2) == [20 * (turn + 1)] * 2
        reader.close()


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_group_goes_on_over_a_restart(nodes, topic, group, how):
    """Two members keep reading and committing while the node is restarted under them: nothing is skipped."""
    node = nodes()
    create(node, topic, partitions=4)
    members, seen = [member(node, group) for _ in range(2)], []
    for client in members:
        client.subscribe([topic])

    def step():
        for client in members:
            before = len(seen)
            try:
                poll(client, seen, 0.1)
                if len(seen) > before:
                    client.commit(asynchronous=False)
            except KafkaException as error:
                # A commit may fall into a rebalance or into the restart: then its records come again.
                assert error.args[0].retriable() or error.args[0].name() in (
                    "ILLEGAL_GENERATION", "UNKNOWN_MEMBER_ID", "REBALANCE_IN_PROGRESS", "_TRANSPORT", "_WAIT_COORD",
                    "_ALL_BROKERS_DOWN", "_NO_OFFSET", "NOT_COORDINATOR", "COORDINATOR_LOAD_IN_PROGRESS", "_TIMED_OUT"), error

    for turn in range(3):
        fill(node, topic, 4, 25, first=25 * turn)
        want = {(p, n) for p in range(4) for n in range(25 * (turn + 1))}
        eventually(f"all of turn {turn} is read", lambda: step() or want <= set(seen), 90)
        getattr(node, how)()
        node.start()
    fill(node, topic, 4, 25, first=75)
    want = {(p, n) for p in range(4) for n in range(100)}
    eventually("all is read", lambda: step() or want <= set(seen), 90)
    for client in members:
        client.close()


def test_list_and_describe(node, topic, group):
    create(node, topic)
    client, seen = member(node, group), []
    client.subscribe([topic])
    eventually("it is assigned", lambda: poll(client, seen) or assigned(client) == {0})
    listed = ask(node, lambda admin: admin.list_consumer_groups(request_timeout=20))
    assert group in {g.group_id for g in listed.valid} and not listed.errors
    told = ask(node, lambda admin: admin.describe_consumer_groups([group], request_timeout=20)[group])
    assert told.state.name == "STABLE" and len(told.members) == 1
    assert [(p.topic, p.partition) for p in told.members[0].assignment.topic_partitions] == [(topic, 0)]
    client.close()
    # A group without members and offsets may be gone; one that is there has no members.
    told = ask(node, lambda admin: admin.describe_consumer_groups([group], request_timeout=20)[group])
    assert told.state.name in ("EMPTY", "DEAD") and not told.members


def test_delete_a_group(node, topic, group):
    create(node, topic)
    client, seen = member(node, group), []
    client.subscribe([topic])
    eventually("it is assigned", lambda: poll(client, seen) or assigned(client) == {0})
    client.commit(offsets=[TopicPartition(topic, 0, 5)], asynchronous=False)
    with pytest.raises(KafkaException, match="NON_EMPTY_GROUP"):
        ask(node, lambda admin: admin.delete_consumer_groups([group], request_timeout=20)[group])
    client.close()
    ask(node, lambda admin: admin.delete_consumer_groups([group], request_timeout=20)[group])
    reader = member(node, group)
    assert committed(reader, topic, 1) == [-1001]
    reader.close()


def test_a_static_member_comes_back(node, topic, group):
    """KIP-345: within its session it finds its partitions again, and nobody rebalances."""
    create(node, topic, partitions=2)
    static, other, seen = member(node, group, group_instance_id="a"), member(node, group, group_instance_id="b"), []
    for client in (static, other):
        client.subscribe([topic])
    eventually("they share", lambda: poll(static, seen) or poll(other, seen) or
               (len(assigned(static)) == len(assigned(other)) == 1), 60)
    had = assigned(static)
    # A static member does not leave when it closes.
    static.close()
    again = member(node, group, group_instance_id="a")
    again.subscribe([topic])
    eventually("it has what it had", lambda: poll(again, seen) or poll(other, seen) or assigned(again) == had, 60)
    assert not assigned(other) & had
    for client in (again, other):
        client.close()
