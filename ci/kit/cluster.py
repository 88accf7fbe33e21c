"""Several real nodes that form a cluster on loopback, each started from a `server.properties` as an operator writes it."""
import concurrent.futures
import pathlib

from kit.node import HOST, Node, steady_port


class Member(Node):
    """A node of a cluster: its settings come from a file."""

    def __init__(self, binary, folder, number, port, voters, settings):
        super().__init__(binary, pathlib.Path(folder, f"node-{number}"), port)
        self.number, self.config = number, pathlib.Path(folder, f"node-{number}.properties")
        controller = voters[number]
        lines = {
            "process.roles": "broker,controller",
            "node.id": number,
            "controller.quorum.voters": ",".join(f"{n}@{HOST}:{p}" for n, p in voters.items()),
            "controller.listener.names": "CONTROLLER",
            "inter.broker.listener.name": "PLAINTEXT",
            "listeners": f"PLAINTEXT://{self.address},CONTROLLER://{HOST}:{controller}",
            "advertised.listeners": f"PLAINTEXT://{self.address}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs": self.data,
            **settings,
        }
        self.config.write_text("".join(f"{key}={value}\n" for key, value in lines.items()))

    def command(self):
        return [*self.wrapper, self.binary, "start", "--config", str(self.config), *self.arguments]


class Cluster:
    """Nodes 1 to `count`."""

    def __init__(self, binary, folder, count=3, **settings):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        ports = set()
        while len(ports) < 2 * count:
            ports.add(steady_port())
        ports = sorted(ports)
        voters = dict(enumerate(ports[count:], 1))
        defaults = {"default.replication.factor": count, "offsets.topic.replication.factor": count,
                    "offsets.topic.num.partitions": 5, "group.initial.rebalance.delay.ms": 0}
        defaults |= {key.replace("_", "."): value for key, value in settings.items()}
        self.nodes = {n: Member(binary, folder, n, ports[n - 1], voters, defaults) for n in voters}

    @property
    def address(self):
        return ",".join(node.address for node in self.nodes.values())

    def start(self):
        """Starts all nodes, side by side: none is ready before most of them are there."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for started in [pool.submit(node.start) for node in self.nodes.values()]:
                started.result()
        return self

    def said(self):
        """What every node logged at last."""
        return "\n".join(f"node {n}: {node.said()[-2000:]}" for n, node in self.nodes.items())

    def kill(self):
        """Ends what still runs, as a crash does."""
        for node in self.nodes.values():
            if node.is_up():
                node.kill()

    def close(self):
        """Ends all nodes in an orderly way, and demands that none died or panicked."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for closed in [pool.submit(node.close) for node in self.nodes.values()]:
                closed.result()
