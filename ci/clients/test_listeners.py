"""Several listeners for clients: whoever comes in by one is told addresses of that one (KIP-103)."""
from confluent_kafka import Consumer
from kit.cluster import Cluster
from kit.node import HOST, steady_port
from librdkafka import cluster as metadata, consume, create, produce

# Another address of this machine.
OUTSIDE = "127.0.0.2"


class At:
    """What the short words of clients need of a node."""

    def __init__(self, address):
        self.address = address


def test_each_listener_tells_its_own_address(nodes, topic, tmp_path):
    inside, outside = steady_port(), steady_port()
    config = tmp_path / "server.properties"
    config.write_text(f"node.id=1\nlog.dirs={tmp_path}/data\n"
                      f"listeners=INTERNAL://{HOST}:{inside},EXTERNAL://{OUTSIDE}:{outside}\n"
                      f"advertised.listeners=EXTERNAL://{OUTSIDE}:{outside},INTERNAL://localhost:{inside}\n"
                      "listener.security.protocol.map=INTERNAL:PLAINTEXT,EXTERNAL:PLAINTEXT\n"
                      "inter.broker.listener.name=INTERNAL\ngroup.initial.rebalance.delay.ms=0\n")
    node = nodes(start=False, port=inside)
    node.command = lambda: [node.binary, "start", "--config", str(config)]
    node.start()
    within, without = At(f"{HOST}:{inside}"), At(f"{OUTSIDE}:{outside}")
    create(within, topic)
    for at, host, port in ((within, "localhost", inside), (without, OUTSIDE, outside)):
        told = metadata(at, topic)
        assert [(b.host, b.port) for b in told.brokers.values()] == [(host, port)]
        assert told.topics[topic].partitions[0].leader == 1
    assert produce(without, topic, [b"x"]) == [0]
    assert [m.value() for m in consume(within, topic, 1)] == [b"x"]
    # A group's coordinator is found by the same listener.
    consumer = Consumer({"bootstrap.servers": without.address, "group.id": "g", "auto.offset.reset": "earliest"})
    consumer.subscribe([topic])
    message = consumer.poll(20)
    assert message is not None and message.value() == b"x"
    consumer.close()


def test_brokers_know_each_others_listeners(binary, topic, tmp_path):
    ports = {n: steady_port() for n in (1, 2, 3)}
    three = Cluster(binary, tmp_path)
    for n, node in three.nodes.items():
        lines = node.config.read_text()
        lines = lines.replace(f"listeners=PLAINTEXT://{node.address},", f"listeners=PLAINTEXT://{node.address},OUT://{OUTSIDE}:{ports[n]},")
        lines = lines.replace(f"advertised.listeners=PLAINTEXT://{node.address}\n",
                              f"advertised.listeners=OUT://{OUTSIDE}:{ports[n]},PLAINTEXT://{node.address}\n")
        node.config.write_text(lines.replace("CONTROLLER:PLAINTEXT", "CONTROLLER:PLAINTEXT,OUT:PLAINTEXT"))
    try:
        three.start()
        create(three, topic, partitions=3, replicas=3)
        for n in (1, 2, 3):
            told = metadata(At(f"{OUTSIDE}:{ports[n]}"), topic)
            assert {b.id: (b.host, b.port) for b in told.brokers.values()} == {n: (OUTSIDE, ports[n]) for n in ports}
        at = At(f"{OUTSIDE}:{ports[1]}")
        for partition in range(3):
            assert produce(at, topic, [b"x"], partition=partition) == [0]
        three.close()
    finally:
        three.kill()
