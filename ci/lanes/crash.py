"""Crashes real nodes, and watches their syncs: crash [--rounds N] [--only kill|failover|syncs].

kill: a node is killed again and again under an idempotent producer; what was acknowledged must be there, once and in
order. failover: the same with the leader of a partition on three nodes, where others must take over and the killed one
must come back into the in-sync set. That proves nothing about syncs, for the page cache outlives the process.
syncs: so a node is watched by strace. Each reply to a produce must follow a sync that began after the write which
covers it had ended; the same check must fail on a build in which the node acknowledges before the sync.
"""
import argparse
import itertools
import pathlib
import random
import tempfile
import threading
import time

from kit import cargo, trace
from kit.cache import apt, inside
from kit.cluster import Cluster
from kit.node import Node, eventually, steady_port
from kit.run import Failed, lane, say
from kit.wire import batch, connect, produce, produced, reply

MUTANT = "L02AckBeforeFlush"
PARTITIONS = 3
RATE = 400


class Load:
    """An idempotent producer at a steady rate, over all partitions; remembers what was acknowledged."""

    def __init__(self, node, topic):
        from confluent_kafka import Producer
        self.topic, self.acked, self.errors, self.stopped = topic, [[] for _ in range(PARTITIONS)], [], threading.Event()
        self.producer = Producer({
            "bootstrap.servers": node.address, "log_level": 0, "acks": "all", "enable.idempotence": True, "linger.ms": 0,
            "message.timeout.ms": 120_000, "retry.backoff.ms": 20, "retry.backoff.max.ms": 100, "socket.timeout.ms": 10_000,
            "topic.metadata.refresh.fast.interval.ms": 50, "reconnect.backoff.ms": 10, "reconnect.backoff.max.ms": 100})
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        due = time.monotonic()
        for n in itertools.count():
            if self.stopped.is_set():
                return
            self.producer.produce(self.topic, str(n), partition=n % PARTITIONS, on_delivery=self.done)
            due += 1 / RATE
            self.producer.poll(max(0, due - time.monotonic()))

    def done(self, error, message):
        if error:
            self.errors.append(str(error))
        else:
            self.acked[message.partition()].append(int(message.value()))

    def count(self):
        return sum(map(len, self.acked))

    def stop(self):
        self.stopped.set()
        self.thread.join()
        left = self.producer.flush(120)
        if left or self.errors:
            raise Failed(f"{left} records without an answer, {len(self.errors)} errors: {self.errors[:3]}")


def read_back(node, topic, partition, count):
    from confluent_kafka import Consumer, TopicPartition
    client = Consumer({"bootstrap.servers": node.address, "group.id": "crash", "enable.auto.commit": False, "log_level": 0})
    part = TopicPartition(topic, partition, 0)
    end = client.get_watermark_offsets(part, timeout=30)[1]
    client.assign([part])
    seen, deadline = [], time.monotonic() + 60
    while len(seen) < end and time.monotonic() < deadline:
        seen += [int(m.value()) for m in client.consume(1000, 0.5) if not m.error()]
    client.close()
    if len(seen) != end:
        raise Failed(f"partition {partition}: {len(seen)} records could be read, its end is {end}")
    return seen


def kill(binary, folder, rounds, seed):
    """Part one. The seed decides when the node is killed, as far as a real machine obeys."""
    draw = random.Random(seed)
    node = Node(binary, pathlib.Path(folder, "kill"), steady_port()).start()
    topic, gaps = "crash", []
    create(node, topic, PARTITIONS)
    load = Load(node, topic)
    try:
        for _ in range(rounds):
            before = load.count()
            eventually("records are acknowledged", lambda: load.count() > before + RATE // 2, 60)
            # Not only where a batch of acknowledgements has just come in.
            time.sleep(draw.random() * 0.5)
            node.kill()
            # Replies that were on the wire come in still.
            killed, began = load.count(), time.monotonic()
            node.start()
            eventually("records are acknowledged after the restart", lambda: load.count() > killed + 50, 60)
            gaps.append(time.monotonic() - began)
        load.stop()
        # As a last crash, with nothing in flight.
        node.kill()
        node.start()
        figures = {"rounds": rounds, "acked": load.count(), **verdict(node, topic, load), "longest_gap_s": f"{max(gaps):.2f}"}
    except AssertionError as error:
        raise Failed(f"{error}; the node's log ends with\n{node.said()[-3000:]}") from None
    finally:
        load.stopped.set()
        if node.is_up():
            node.kill()
    node.close()
    demand_all(figures)
    return figures


def failover(binary, folder, rounds, seed):
    """The leader of the first partition of a topic on three nodes is killed, again and again."""
    from confluent_kafka.admin import AdminClient
    draw = random.Random(seed)
    cluster = Cluster(binary, pathlib.Path(folder, "failover"), min_insync_replicas=2).start()
    topic, gaps = "failover", []
    create(cluster, topic, PARTITIONS, 3)
    client = AdminClient({"bootstrap.servers": cluster.address, "log_level": 0})
    load = Load(cluster, topic)

    def partitions():
        return client.list_topics(topic, timeout=30).topics[topic].partitions.values()

    def leader():
        return next((p.leader for p in partitions() if p.id == 0 and p.leader in cluster.nodes), None)

    try:
        for _ in range(rounds):
            before = load.count()
            eventually("records are acknowledged", lambda: load.count() > before + RATE // 2, 60)
            time.sleep(draw.random() * 0.5)
            victim = cluster.nodes[leader()]
            victim.kill()
            killed, began = [len(acked) for acked in load.acked], time.monotonic()
            eventually("every partition has a leader again",
                       lambda: all(len(acked) > was + 20 for acked, was in zip(load.acked, killed)), 60)
            gaps.append(time.monotonic() - began)
            victim.start()
            eventually("the in-sync sets are whole again", lambda: all(len(p.isrs) == 3 for p in partitions()), 60, 0.1)
        load.stop()
        figures = {"rounds": rounds, "acked": load.count(), **verdict(cluster, topic, load), "longest_gap_s": f"{max(gaps):.2f}"}
    except (AssertionError, Failed) as error:
        raise Failed(f"{error}; {cluster.said()}") from None
    finally:
        load.stopped.set()
        if load.errors:
            cluster.kill()
    cluster.close()
    demand_all(figures)
    return {f"failover_{name}": figure for name, figure in figures.items()}


def verdict(node, topic, load):
    """Whether what was acknowledged is there, once and in order."""
    figures = {"lost": 0, "repeated": 0, "disorder": 0}
    for partition, acked in enumerate(load.acked):
        seen = read_back(node, topic, partition, len(acked))
        figures["lost"] += len(set(acked) - set(seen))
        figures["repeated"] += len(seen) - len(set(seen))
        figures["disorder"] += sum(a >= b for a, b in zip(seen, seen[1:]))
    return figures


def demand_all(figures):
    if figures["lost"] or figures["repeated"] or figures["disorder"]:
        failed = Failed("acknowledged records are not there, once and in order")
        failed.figures = figures
        raise failed


def create(node, topic, partitions, replicas=1):
    from confluent_kafka.admin import AdminClient, NewTopic
    client = AdminClient({"bootstrap.servers": node.address, "log_level": 0})
    client.create_topics([NewTopic(topic, partitions, replicas)])[topic].result(60)


# Correlation ids that occur nowhere else in what a node sends.
FIRST_ID = 0x5AC30000


def watched(binary, folder, name, requests, *arguments):
    """Runs a node under strace while some connections produce, one record a request; returns the judge's verdict."""
    file = pathlib.Path(folder, f"{name}.strace")
    node = Node(binary, pathlib.Path(folder, name), 0, arguments, trace.command(file)).start()
    try:
        create(node, "watched", PARTITIONS)
        acknowledged, errors = {}, []

        def client(lane_number):
            with connect(node, 60) as s:
                for n in range(requests):
                    number = lane_number * requests + n
                    value = f"<record {number:08}>".encode()
                    s.sendall(produce("watched", lane_number % PARTITIONS, batch(value), FIRST_ID + number))
                    correlation, error, _ = produced(reply(s), "watched")
                    if error or correlation != FIRST_ID + number:
                        errors.append(f"request {number}: error {error}, correlation {correlation}")
                        return
                    acknowledged[value] = (FIRST_ID + number).to_bytes(4, "big")

        # More connections than partitions: some share a log, and so a sync.
        threads = [threading.Thread(target=client, args=(n,)) for n in range(2 * PARTITIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors or len(acknowledged) != len(threads) * requests:
            raise Failed(f"{name}: {len(acknowledged)} of {len(threads) * requests} requests were acknowledged; {errors[:3]}")
        # strace holds the node's stdout too: this waits until both are done.
        node.stop(120)
    finally:
        if node.is_up():
            node.kill()
    node.close()
    return trace.judge(file.read_text(errors="replace"), acknowledged)


def syncs(binary, folder, requests=60):
    """Part two."""
    apt("strace", "strace")
    ships = watched(binary, folder, "ships", requests)
    say(f"  the build that ships: {ships.synced} of {ships.replies} replies followed their sync; {ships.syncs} syncs")
    figures = {"replies": ships.replies, "synced_before_reply": ships.synced, "syncs": ships.syncs}
    if ships.faults or not ships.replies:
        failed = Failed(f"{len(ships.faults)} replies came too early, such as: {'; '.join(ships.faults[:3])}")
        failed.figures = figures
        raise failed
    wrong = watched(cargo.build("highwater", "mutant"), folder, "mutant", requests, "--mutant", MUTANT)
    say(f"  with {MUTANT}: {len(wrong.faults)} of {wrong.replies} replies came too early, such as: {wrong.faults[:1]}")
    figures["mutant_caught"] = len(wrong.faults)
    if not wrong.faults:
        failed = Failed(f"{MUTANT} acknowledges before the sync, and the check did not see it: it proves nothing")
        failed.figures = figures
        raise failed
    return figures


def crash(arguments):
    binary = cargo.build("highwater")
    figures = {}
    with tempfile.TemporaryDirectory(prefix="highwater-crash-") as folder:
        if arguments.only in (None, "kill"):
            figures |= kill(binary, folder, arguments.rounds, arguments.seed)
        if arguments.only in (None, "failover"):
            figures |= failover(binary, folder, arguments.rounds, arguments.seed)
        if arguments.only in (None, "syncs"):
            figures |= syncs(binary, folder)
    return figures


if __name__ == "__main__":
    inside(pathlib.Path(__file__).resolve())
    parser = argparse.ArgumentParser(prog="ci/lane crash", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often the node is killed")
    parser.add_argument("--only", choices=["kill", "failover", "syncs"], help="one part only")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="decides when the node is killed")
    given = parser.parse_args()
    lane("crash", lambda: crash(given))
